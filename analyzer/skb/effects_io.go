package skb

const (
	ioH     = "include/asm-generic/io.h"
	iomapC  = "lib/iomap.c"
	iocopyC = "lib/iomap_copy.c"
	regmapC = "drivers/base/regmap/regmap.c"
	i2cH    = "include/linux/i2c.h"
	bcmaH   = "include/linux/bcma/bcma.h"
	ssbH    = "include/linux/ssb/ssb.h"
	virtioC = "drivers/virtio/virtio_ring.c"
)

// ioEffects copy between memory and registers.
func ioEffects() []Effect {
	rows := []Effect{
		row("memcpy_toio", ioH, Ret{}, opCopyMem(0, 1, argv(2))),
		row("memcpy_fromio", ioH, Ret{}, opCopyMem(0, 1, argv(2))),
		row("memset_io", ioH, Ret{}, opWrite(0, argv(2))),
		row("__iowrite32_copy", iocopyC, Ret{}, opCopyMem(0, 1, anySize())),
		row("__iowrite64_copy", iocopyC, Ret{}, opCopyMem(0, 1, anySize())),
		row("__ioread32_copy", iocopyC, Ret{}, opCopyMem(0, 1, anySize())),

		row("regmap_read", regmapC, Ret{}, opWrite(2, lit(4))),
		row("regmap_raw_read", regmapC, Ret{}, opWrite(2, argv(3))),
		row("regmap_noinc_read", regmapC, Ret{}, opWrite(2, argv(3))),
		row("regmap_bulk_read", regmapC, Ret{}, opWrite(2, anySize())),
		row("i2c_master_recv", i2cH, Ret{}, opWrite(1, argv(2))),
		row("i2c_master_send", i2cH, Ret{}, opDMA(1, argv(2), toDevice())),
		row("bcma_block_read", bcmaH, Ret{}, opWrite(1, argv(2))),
		row("bcma_block_write", bcmaH, Ret{}),
		row("ssb_block_read", ssbH, Ret{}, opWrite(1, argv(2))),
		row("ssb_block_write", ssbH, Ret{}),

		// A virtqueue gives its token, argument 3, back.
		row("virtqueue_add_outbuf", virtioC, Ret{}, opStore(0, 3), contents(opDMA(1, anySize(), toDevice()))),
		row("virtqueue_add_inbuf", virtioC, Ret{}, opStore(0, 3), contents(opDMA(1, anySize(), fromDevice()))),
		row("virtqueue_get_buf", virtioC, retNull(RetTake, 0), opWrite(1, lit(4))),
		row("virtqueue_detach_unused_buf", virtioC, retNull(RetTake, 0)),
	}
	rows = append(rows, each(iomapC, "ioread8_rep ioread16_rep ioread32_rep", Ret{}, opWrite(1, anySize()))...)
	rows = append(rows, each(ioH, "readsb readsw readsl insb insw insl", Ret{}, opWrite(1, anySize()))...)
	return append(rows, readsOf(
		[2]string{iomapC, "iowrite8_rep iowrite16_rep iowrite32_rep iowrite8 iowrite16 iowrite32 iowrite32be ioread8 ioread16 ioread32 ioread32be pci_iounmap"},
		[2]string{ioH, `writesb writesw writesl outsb outsw outsl readb readw readl readq writeb writew writel writeq readl_relaxed
			writel_relaxed __raw_readl __raw_writel inb inw inl outb outw outl virt_to_phys`},
		[2]string{regmapC, "regmap_write regmap_raw_write regmap_noinc_write regmap_bulk_write regmap_update_bits_base"},
		[2]string{bcmaH, "bcma_read8 bcma_read16 bcma_read32 bcma_write8 bcma_write16 bcma_write32 bcma_aread32 bcma_awrite32"},
		[2]string{ssbH, "ssb_read8 ssb_read16 ssb_read32 ssb_write8 ssb_write16 ssb_write32"},
		[2]string{virtioC, "virtqueue_kick virtqueue_kick_prepare virtqueue_notify virtqueue_get_vring_size"},
	)...)
}
