package skb

const (
	sdioIOC   = "drivers/mmc/core/sdio_io.c"
	sdioIrqC  = "drivers/mmc/core/sdio_irq.c"
	sdioFuncH = "include/linux/mmc/sdio_func.h"
	spiH      = "include/linux/spi/spi.h"
	spiC      = "drivers/spi/spi.c"
)

// sdioSpiEffects move buffers over SDIO and SPI. A spi_message is a list of transfers: what their rx_buf points to is
// written when it runs.
func sdioSpiEffects() []Effect {
	rows := []Effect{
		row("sdio_writesb", sdioIOC, Ret{}, opDMA(2, argv(3), toDevice())),
		row("sdio_memcpy_toio", sdioIOC, Ret{}, opDMA(2, argv(3), toDevice())),
		row("sdio_readsb", sdioIOC, Ret{}, opWrite(1, argv(3))),
		row("sdio_memcpy_fromio", sdioIOC, Ret{}, opWrite(1, argv(3))),
		row("sdio_writeb_readb", sdioIOC, Ret{}, opWrite(3, lit(4))),
		row("sdio_claim_irq", sdioIrqC, Ret{}, opDefer(1, same(0))),

		row("spi_message_add_tail", spiH, Ret{}, opStore(1, 0)),
		row("spi_message_init_with_transfers", spiH, Ret{}, opStore(0, 1)),
		row("spi_sync_transfer", spiH, Ret{}, field("rx_buf", opWrite(1, anySize()))),
		row("spi_sync", spiC, Ret{}, field("rx_buf", contents(opWrite(1, anySize())))),
		row("spi_sync_locked", spiC, Ret{}, field("rx_buf", contents(opWrite(1, anySize())))),
		row("spi_async", spiC, Ret{}, field("rx_buf", contents(opWrite(1, anySize()))), field("complete", opDefer(1, fieldOf(1, "context")))),
		row("spi_write", spiH, Ret{}, opDMA(1, argv(2), toDevice())),
		row("spi_read", spiH, Ret{}, opWrite(1, argv(2))),
		row("spi_write_then_read", spiC, Ret{}, opWrite(3, argv(4))),
	}
	rows = append(rows, each(sdioIOC, "sdio_readb sdio_readw sdio_readl sdio_f0_readb", Ret{}, opWrite(2, lit(4)))...)
	rows = append(rows, each(sdioIOC, "sdio_writeb sdio_writew sdio_writel sdio_f0_writeb", Ret{}, opWrite(3, lit(4)))...)
	return append(rows, readsOf(
		[2]string{sdioIOC, `sdio_claim_host sdio_release_host sdio_enable_func sdio_disable_func sdio_set_block_size sdio_align_size
			sdio_get_host_pm_caps sdio_set_host_pm_flags sdio_retune_crc_disable sdio_retune_crc_enable sdio_retune_hold_now
			sdio_retune_release`},
		[2]string{sdioIrqC, "sdio_release_irq"},
		[2]string{sdioFuncH, "sdio_get_drvdata sdio_set_drvdata"},
		[2]string{spiH, "spi_message_init spi_get_drvdata spi_set_drvdata spi_w8r8"},
		[2]string{spiC, "spi_setup spi_bus_lock spi_bus_unlock"},
	)...)
}
