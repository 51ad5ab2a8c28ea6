package skb

const (
	printkH    = "include/linux/printk.h"
	devPrintkH = "include/linux/dev_printk.h"
	spinlockH  = "include/linux/spinlock.h"
	mutexH     = "include/linux/mutex.h"
	bugH       = "include/asm-generic/bug.h"
	compilerH  = "include/linux/compiler.h"
	errH       = "include/linux/err.h"
	cfg80211H  = "include/net/cfg80211.h"
)

// miscEffects hand their argument through, or drop it.
func miscEffects() []Effect {
	rows := []Effect{
		row("likely", compilerH, ret(RetArg, 0)),
		row("unlikely", compilerH, ret(RetArg, 0)),
		row("WARN_ON", bugH, ret(RetArg, 0)),
		row("WARN_ON_ONCE", bugH, ret(RetArg, 0)),
		row("WARN", bugH, ret(RetArg, 0)),
		row("WARN_ONCE", bugH, ret(RetArg, 0)),
		row("netif_rx", devC, Ret{}, opDeliver(0)),
		row("netif_receive_skb", devC, Ret{}, opDeliver(0)),
		row("dev_queue_xmit", netdeviceH, Ret{}, opDeliver(0)),
	}
	rows = append(rows, reads(errH, "IS_ERR IS_ERR_OR_NULL PTR_ERR PTR_ERR_OR_ZERO")...)
	return append(rows, reads(printkH, "printk no_printk")...)
}

// kernelFamilies are patterns of functions that take TX skbs, or pointers into them, only to look at them.
func kernelFamilies() []Effect {
	var rows []Effect
	for _, f := range []struct{ file, patterns string }{
		{spinlockH, "spin_*lock* raw_spin_*lock* read_lock* read_unlock* write_lock* write_unlock*"},
		{mutexH, "mutex_*"},
		{printkH, "pr_* printk_*"},
		{devPrintkH, "dev_emerg* dev_alert* dev_crit* dev_err* dev_warn* dev_notice* dev_info* dev_dbg* dev_vdbg* dev_printk*"},
		{"include/net/net_debug.h", "netdev_emerg* netdev_crit* netdev_err* netdev_warn* netdev_notice* netdev_info* netdev_dbg* netdev_vdbg*"},
		{cfg80211H, "wiphy_emerg* wiphy_crit* wiphy_err* wiphy_warn* wiphy_notice* wiphy_info* wiphy_dbg* wiphy_debug*"},
		{"include/linux/lockdep.h", "lockdep_*"},
		{"include/linux/tracepoint.h", "trace_*"},
	} {
		rows = append(rows, each(f.file, f.patterns, Ret{})...)
	}
	return rows
}
