package skb

const (
	dmaMappingH  = "include/linux/dma-mapping.h"
	dmaMappingC  = "kernel/dma/mapping.c"
	scatterlistH = "include/linux/scatterlist.h"
	scatterlistC = "lib/scatterlist.c"
)

// dmaEffects hand memory to a device.
func dmaEffects() []Effect {
	rows := []Effect{
		row("dma_map_single", dmaMappingH, Ret{}, opDMA(1, argv(2), dirArg(3))),
		row("dma_map_single_attrs", dmaMappingH, Ret{}, opDMA(1, argv(2), dirArg(3))),
		row("dma_map_page", dmaMappingH, Ret{}, opDMA(1, argv(3), dirArg(4))),
		row("dma_map_page_attrs", dmaMappingC, Ret{}, opDMA(1, argv(3), dirArg(4))),
		row("dma_map_sg", dmaMappingH, Ret{}, contents(opDMA(1, anySize(), dirArg(3)))),
		row("dma_map_sg_attrs", dmaMappingC, Ret{}, contents(opDMA(1, anySize(), dirArg(3)))),
		row("skb_frag_dma_map", skbuffH, Ret{}, opDMA(1, argv(3), dirArg(4))),

		row("sg_init_one", scatterlistC, Ret{}, opStore(0, 1)),
		row("sg_set_buf", scatterlistH, Ret{}, opStore(0, 1)),
		row("sg_set_page", scatterlistH, Ret{}, opStore(0, 1)),
		row("skb_to_sgvec", skbuffC, Ret{}, opStore(1, 0)),
		row("skb_to_sgvec_nomark", skbuffC, Ret{}, opStore(1, 0)),
		row("sg_next", scatterlistC, retNull(RetArg, 0)),
		row("sg_virt", scatterlistH, ret(RetTake, 0)),
		row("sg_page", scatterlistH, ret(RetTake, 0)),
	}
	rows = append(rows, reads(dmaMappingH, `dma_unmap_single dma_unmap_single_attrs dma_unmap_page dma_unmap_sg dma_mapping_error
		dma_sync_single_for_cpu dma_sync_single_for_device dma_sync_sg_for_cpu dma_sync_sg_for_device`)...)
	return append(rows, reads(scatterlistC, "sg_init_table sg_mark_end sg_nents")...)
}
