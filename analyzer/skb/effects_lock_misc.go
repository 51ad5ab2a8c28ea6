package skb

const (
	printkH    = "include/linux/printk.h"
	devPrintkH = "include/linux/dev_printk.h"
	netDebugH  = "include/net/net_debug.h"
	spinlockH  = "include/linux/spinlock.h"
	mutexH     = "include/linux/mutex.h"
	bugH       = "include/asm-generic/bug.h"
	compilerH  = "include/linux/compiler.h"
	errH       = "include/linux/err.h"
	slabH      = "include/linux/slab.h"
	slubC      = "mm/slub.c"
	vmallocH   = "include/linux/vmalloc.h"
	alignH     = "include/linux/align.h"
	mathH      = "include/linux/math.h"
	minmaxH    = "include/linux/minmax.h"
	seqFileH   = "include/linux/seq_file.h"
	devresH    = "include/linux/device/devres.h"
	jiffiesC   = "kernel/time/time.c"
)

// miscEffects hand their argument through, allocate, or only look.
func miscEffects() []Effect {
	rows := each(compilerH, "likely unlikely", ret(RetArg, 0))
	rows = append(rows, each(bugH, "WARN_ON WARN_ON_ONCE WARN WARN_ONCE", ret(RetArg, 0))...)
	rows = append(rows, each(errH, "ERR_CAST", ret(RetArg, 0))...)
	rows = append(rows, each(slabH, `kmalloc kzalloc kcalloc kmalloc_array kzalloc_node kmem_cache_alloc kmem_cache_zalloc kvmalloc
		kvzalloc`, Ret{Null: true})...)
	rows = append(rows, each(vmallocH, "vmalloc vzalloc", Ret{Null: true})...)
	rows = append(rows, each(devresH, "devm_kzalloc devm_kcalloc devm_kmalloc devm_kmemdup", Ret{Null: true})...)
	rows = append(rows,
		row("ksize", slabH, Ret{}),
		row("kfree_sensitive", slabH, Ret{}, opWrite(0, anySize())),
		row("krealloc", slabH, retNull(RetArg, 0)),
		row("PTR_ALIGN", alignH, ret(RetInner, 0)),
		row("seq_hex_dump", seqFileH, Ret{}),
	)
	return append(rows, readsOf(
		[2]string{bugH, "BUG BUG_ON"},
		[2]string{"include/linux/build_bug.h", "BUILD_BUG_ON BUILD_BUG_ON_MSG"},
		[2]string{compilerH, "barrier"},
		[2]string{errH, "IS_ERR IS_ERR_OR_NULL PTR_ERR PTR_ERR_OR_ZERO ERR_PTR"},
		[2]string{printkH, "printk no_printk"},
		[2]string{slubC, "kfree kmem_cache_free"},
		[2]string{slabH, "kvfree"},
		[2]string{"mm/vmalloc.c", "vfree"},
		[2]string{rcupdH, "kfree_rcu rcu_read_lock rcu_read_unlock rcu_read_lock_bh rcu_read_unlock_bh rcu_read_lock_held"},
		[2]string{"include/linux/prefetch.h", "prefetch prefetchw"},
		[2]string{alignH, "ALIGN ALIGN_DOWN IS_ALIGNED"},
		[2]string{mathH, "round_up round_down roundup DIV_ROUND_UP abs"},
		[2]string{minmaxH, "min max min_t max_t min3 max3 clamp clamp_t clamp_val"},
		[2]string{"include/linux/jiffies.h", "msecs_to_jiffies usecs_to_jiffies time_after time_before time_after_eq time_is_before_jiffies"},
		[2]string{jiffiesC, "jiffies_to_msecs jiffies_to_usecs"},
		[2]string{"include/linux/delay.h", "mdelay usleep_range"},
		[2]string{seqFileH, "seq_printf seq_puts seq_putc seq_write"},
		[2]string{"include/linux/relay.h", "relay_write"},
		[2]string{"include/linux/device.h", "dev_get_drvdata dev_set_drvdata dev_name"},
		[2]string{"include/linux/pci.h", "pci_get_drvdata pci_set_drvdata pci_name"},
		[2]string{"include/linux/platform_device.h", "platform_get_drvdata platform_set_drvdata"},
		[2]string{"include/linux/log2.h", "ilog2 roundup_pow_of_two rounddown_pow_of_two is_power_of_2"},
		[2]string{"include/asm-generic/bitops/const_hweight.h", "hweight8 hweight16 hweight32 hweight64"},
		[2]string{"include/linux/bitfield.h", "FIELD_GET FIELD_PREP"},
		[2]string{ieee80211H, "IEEE80211_SEQ_TO_SN IEEE80211_SN_TO_SEQ"},
		[2]string{"include/net/page_pool/helpers.h", "page_pool_put_full_page page_pool_put_page page_pool_recycle_direct"},
		[2]string{"include/linux/sched.h", "cond_resched"},
		[2]string{"include/linux/kernel.h", "might_sleep"},
		[2]string{"drivers/base/devcoredump.c", "dev_coredumpv"},
	)...)
}

// kernelFamilies are patterns of functions that take TX skbs, or pointers into them, only to look at them. Exact rows go
// first.
func kernelFamilies() []Effect {
	rows := []Effect{
		row("__builtin_memcpy", stringC, ret(RetArg, 0), opCopyMem(0, 1, argv(2))),
		row("__builtin_memmove", stringC, ret(RetArg, 0), opCopyMem(0, 1, argv(2))),
		row("__builtin_memset", stringC, ret(RetArg, 0), opWrite(0, argv(2))),
		row("__builtin_expect", compilerH, ret(RetArg, 0)),
	}
	return append(rows, readsOf(
		[2]string{spinlockH, "spin_lock* spin_unlock* spin_trylock* raw_spin_lock* raw_spin_unlock* read_lock* read_unlock* write_lock* write_unlock* assert_spin_locked"},
		[2]string{mutexH, "mutex_*"},
		[2]string{"kernel/locking/rwsem.c", "down_read* down_write* up_read up_write"},
		[2]string{"kernel/locking/semaphore.c", "down down_interruptible down_trylock down_timeout up"},
		[2]string{"include/linux/srcu.h", "srcu_read_lock* srcu_read_unlock*"},
		[2]string{"include/linux/lockdep.h", "lockdep_* might_lock*"},
		[2]string{atomicH, "atomic_* atomic64_*"},
		[2]string{"include/linux/refcount.h", "refcount_*"},
		[2]string{"include/linux/u64_stats_sync.h", "u64_stats_*"},
		[2]string{printkH, "pr_* printk_* print_hex_dump*"},
		[2]string{devPrintkH, "dev_emerg* dev_alert* dev_crit* dev_err* dev_warn* dev_notice* dev_info* dev_dbg* dev_vdbg* dev_printk* _dev_*"},
		[2]string{netDebugH, "netdev_emerg* netdev_alert* netdev_crit* netdev_err* netdev_warn* netdev_notice* netdev_info* netdev_dbg* netdev_vdbg* netdev_printk"},
		[2]string{netDebugH, "netif_emerg netif_alert netif_crit netif_err netif_warn netif_notice netif_info netif_dbg netif_vdbg netif_printk netif_cond_dbg"},
		[2]string{"include/linux/net.h", "net_*_ratelimited"},
		[2]string{cfg80211H, "wiphy_emerg* wiphy_alert* wiphy_crit* wiphy_err* wiphy_warn* wiphy_notice* wiphy_info* wiphy_dbg* wiphy_debug* wiphy_vdbg*"},
		[2]string{"include/linux/tracepoint.h", "trace_*"},
		[2]string{"include/linux/ktime.h", "ktime_add* ktime_sub* ktime_to_* ktime_*_delta ktime_after ktime_before ktime_compare ns_to_ktime"},
		[2]string{"kernel/time/timekeeping.c", "ktime_get ktime_get_boottime* ktime_get_ns ktime_get_real ktime_get_real_ns ktime_get_seconds"},
		[2]string{"include/linux/pm_runtime.h", "pm_runtime_*"},
		[2]string{"include/linux/soc/mediatek/mtk_wed.h", "mtk_wed_device_*"},
	)...)
}
