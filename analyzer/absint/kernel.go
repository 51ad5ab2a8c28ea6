package absint

// kernelConst gives constants of the kernel that the analysis depends on, for sources without a kernel tree.
func kernelConst(name string) (int64, bool) {
	switch name {
	case "DMA_BIDIRECTIONAL", "PCI_DMA_BIDIRECTIONAL": // include/linux/dma-direction.h
		return 0, true
	case "DMA_TO_DEVICE", "PCI_DMA_TODEVICE":
		return 1, true
	case "DMA_FROM_DEVICE", "PCI_DMA_FROMDEVICE":
		return 2, true
	case "ETH_ALEN": // include/uapi/linux/if_ether.h
		return 6, true
	case "ETH_HLEN":
		return 14, true
	}
	return 0, false
}
