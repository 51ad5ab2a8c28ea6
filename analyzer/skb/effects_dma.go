package skb

const (
	dmaMappingH  = "include/linux/dma-mapping.h"
	dmaMappingC  = "kernel/dma/mapping.c"
	scatterlistH = "include/linux/scatterlist.h"
	scatterlistC = "lib/scatterlist.c"
	dmaPoolC     = "mm/dmapool.c"
	dmaengineH   = "include/linux/dmaengine.h"
	highmemH     = "include/linux/highmem-internal.h"
	mmH          = "include/linux/mm.h"
)

// dmaEffects hand memory to a device.
func dmaEffects() []Effect {
	rows := []Effect{
		row("dma_map_single", dmaMappingH, Ret{}, opDMA(1, argv(2), dirArg(3))),
		row("dma_map_single_attrs", dmaMappingH, Ret{}, opDMA(1, argv(2), dirArg(3))),
		row("dma_map_page", dmaMappingH, Ret{}, opDMA(1, argv(3), dirArg(4))),
		row("dma_map_page_attrs", dmaMappingC, Ret{}, opDMA(1, argv(3), dirArg(4))),
		row("dma_map_sg", dmaMappingH, Ret{}, contents(opDMA(1, anySize(), dirArg(3)))),
		row("dma_map_sgtable", dmaMappingC, Ret{}, field("sgl", contents(opDMA(1, anySize(), dirArg(2))))),
		row("dma_map_sg_attrs", dmaMappingC, Ret{}, contents(opDMA(1, anySize(), dirArg(3)))),
		row("skb_frag_dma_map", skbuffH, Ret{}, opDMA(1, argv(3), dirArg(4))),

		row("dma_alloc_coherent", dmaMappingH, Ret{Null: true}, opWrite(2, lit(8))),
		row("dma_pool_alloc", "include/linux/dmapool.h", Ret{Null: true}, opWrite(2, lit(8))),
		row("dma_pool_zalloc", "include/linux/dmapool.h", Ret{Null: true}, opWrite(2, lit(8))),

		// Argument 1 of a page mapping is the page: what it maps lies anywhere behind its start.
		row("page_address", "mm/highmem.c", retNull(RetInner, 0)),
		row("virt_to_page", "arch/x86/include/asm/page.h", ret(RetInner, 0)),
		row("virt_to_head_page", mmH, ret(RetInner, 0)),
		row("kmap", highmemH, ret(RetInner, 0)),
		row("kmap_atomic", highmemH, ret(RetInner, 0)),
		row("kmap_local_page", highmemH, ret(RetInner, 0)),
		row("memcpy_from_page", "include/linux/highmem.h", Ret{}, opWrite(0, argv(3))),
		row("memcpy_to_page", "include/linux/highmem.h", Ret{}, opWrite(0, anySize())),

		row("sg_init_one", scatterlistC, Ret{}, opStore(0, 1)),
		row("sg_set_buf", scatterlistH, Ret{}, opStore(0, 1)),
		row("sg_set_page", scatterlistH, Ret{}, opStore(0, 1)),
		row("skb_to_sgvec", skbuffC, Ret{}, opStore(1, 0)),
		row("skb_to_sgvec_nomark", skbuffC, Ret{}, opStore(1, 0)),
		row("sg_next", scatterlistC, retNull(RetArg, 0)),
		row("sg_chain", scatterlistH, Ret{}, opSplice(0, 2)),
		row("sg_assign_page", scatterlistH, Ret{}, opStore(0, 1)),
		row("sg_copy_from_buffer", scatterlistC, Ret{}, contents(opWriteAll(0))),
		row("sg_pcopy_from_buffer", scatterlistC, Ret{}, contents(opWriteAll(0))),
		row("sg_copy_to_buffer", scatterlistC, Ret{}, opWrite(2, argv(3))),
		row("sg_virt", scatterlistH, ret(RetTake, 0)),
		row("sg_page", scatterlistH, ret(RetTake, 0)),
	}
	return append(rows, readsOf(
		[2]string{dmaMappingH, `dma_unmap_single dma_unmap_single_attrs dma_unmap_page dma_unmap_sg dma_unmap_sgtable dma_mapping_error
			dma_sync_single_for_cpu dma_sync_single_for_device dma_sync_single_range_for_cpu dma_sync_single_range_for_device
			dma_sync_sg_for_cpu dma_sync_sg_for_device dma_unmap_addr dma_unmap_addr_set dma_unmap_len dma_unmap_len_set
			dma_free_coherent dma_set_mask_and_coherent`},
		[2]string{dmaMappingC, "dma_unmap_page_attrs dma_unmap_sg_attrs dma_set_mask dma_set_coherent_mask"},
		[2]string{dmaPoolC, "dma_pool_free dma_pool_create dma_pool_destroy"},
		[2]string{dmaengineH, "dmaengine_prep_slave_single dmaengine_prep_slave_sg dmaengine_submit dma_async_issue_pending dmaengine_terminate_sync"},
		[2]string{scatterlistC, "sg_init_table sg_nents sg_alloc_table sg_free_table"},
		[2]string{scatterlistH, "sg_dma_address sg_dma_len sg_mark_end sg_unmark_end sg_init_marker sg_is_last"},
		[2]string{highmemH, "kunmap kunmap_atomic kunmap_local"},
		[2]string{mmH, "get_page put_page"},
		[2]string{skbuffRefH, "skb_frag_ref skb_frag_unref __skb_frag_ref __skb_frag_unref"},
		[2]string{skbuffH, "skb_free_frag"},
	)...)
}
