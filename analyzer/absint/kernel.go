package absint

import "github.com/capcheck/capcheck/analyzer/ctypes"

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
	return errno(name)
}

// errno gives the error numbers that drivers return (include/uapi/asm-generic/errno-base.h, errno.h; include/linux/errno.h):
// that they are not zero tells failure from success.
func errno(name string) (int64, bool) {
	switch name {
	case "EPERM":
		return 1, true
	case "ENOENT":
		return 2, true
	case "EINTR":
		return 4, true
	case "EIO":
		return 5, true
	case "E2BIG":
		return 7, true
	case "EAGAIN", "EWOULDBLOCK":
		return 11, true
	case "ENOMEM":
		return 12, true
	case "EFAULT":
		return 14, true
	case "EBUSY":
		return 16, true
	case "EEXIST":
		return 17, true
	case "ENODEV":
		return 19, true
	case "EINVAL":
		return 22, true
	case "ENOSPC":
		return 28, true
	case "EPIPE":
		return 32, true
	case "ERANGE":
		return 34, true
	case "EPROTO":
		return 71, true
	case "EOVERFLOW":
		return 75, true
	case "EMSGSIZE":
		return 90, true
	case "EOPNOTSUPP":
		return 95, true
	case "ENETDOWN":
		return 100, true
	case "ENOBUFS":
		return 105, true
	case "ESHUTDOWN":
		return 108, true
	case "ETIMEDOUT":
		return 110, true
	case "EINPROGRESS":
		return 115, true
	case "ENOTSUPP":
		return 524, true
	}
	return 0, false
}

// Types of the members below.
var (
	u8Type    = &ctypes.Type{Kind: ctypes.Int, Name: "u8", Size: 1, Align: 1}
	le16Type  = &ctypes.Type{Kind: ctypes.Int, Name: "__le16", Size: 2, Align: 2}
	be16Type  = &ctypes.Type{Kind: ctypes.Int, Name: "__be16", Size: 2, Align: 2}
	uintType  = &ctypes.Type{Kind: ctypes.Int, Name: "unsigned int", Size: 4, Align: 4}
	voidType  = &ctypes.Type{Kind: ctypes.Void, Name: "void", Size: 1, Align: 1}
	macType   = arrayOf(u8Type, 6) // ETH_ALEN bytes
	skbType   = &ctypes.Type{Kind: ctypes.Struct, Tag: "sk_buff", Size: -1, Align: 8}
	fragType  = &ctypes.Type{Kind: ctypes.Struct, Tag: "skb_frag", Size: -1, Align: 8}
	frameType = &ctypes.Type{Kind: ctypes.Union, Tag: "ieee80211_mgmt.u", Size: -1, Align: 1}
)

func arrayOf(t *ctypes.Type, n int64) *ctypes.Type {
	return &ctypes.Type{Kind: ctypes.Array, Size: n * t.Size, Align: t.Align, Len: n, Elem: t}
}

// field finds a member of a struct: in the sources, or among those of the kernel's structs that the analysis depends
// on, for sources without a kernel tree.
func (x *interp) field(t *ctypes.Type, name string) (ctypes.Field, bool) {
	f, ok := x.p.Field(t, name)
	if ok || len(t.Fields) > 0 || t.Kind != ctypes.Struct {
		return f, ok
	}
	for _, f := range kernelFields(t.Tag) {
		if f.Name == name {
			return f, true
		}
	}
	return ctypes.Field{Offset: -1}, false
}

// kernelFields lists members of a kernel struct. Headers of frames have their offsets (include/linux/ieee80211.h,
// include/uapi/linux/if_ether.h); struct sk_buff's members are not found by offset.
func kernelFields(tag string) []ctypes.Field {
	at := func(name string, t *ctypes.Type, off int64) ctypes.Field {
		return ctypes.Field{Name: name, Type: t, Offset: off}
	}
	hdr := []ctypes.Field{at("frame_control", le16Type, 0), at("duration_id", le16Type, 2), at("addr1", macType, 4),
		at("addr2", macType, 10), at("addr3", macType, 16), at("seq_ctrl", le16Type, 22)}
	switch tag {
	case "ieee80211_hdr", "ieee80211_hdr_3addr":
		return append(hdr, at("addr4", macType, 24))
	case "ieee80211_qos_hdr":
		return append(hdr, at("qos_ctrl", le16Type, 24))
	case "ieee80211_qos_hdr_4addr":
		return append(hdr, at("addr4", macType, 24), at("qos_ctrl", le16Type, 30))
	case "ieee80211_mgmt":
		return []ctypes.Field{hdr[0], at("duration", le16Type, 2), at("da", macType, 4), at("sa", macType, 10),
			at("bssid", macType, 16), hdr[5], at("u", frameType, 24)}
	case "ethhdr":
		return []ctypes.Field{at("h_dest", macType, 0), at("h_source", macType, 6), at("h_proto", be16Type, 12)}
	case "sk_buff": // include/linux/skbuff.h
		bytes, next := ptrTo(u8Type), ptrTo(skbType)
		return []ctypes.Field{at("data", bytes, -1), at("head", bytes, -1), at("tail", bytes, -1), at("end", bytes, -1),
			at("len", uintType, -1), at("data_len", uintType, -1), at("cb", arrayOf(u8Type, 48), -1), at("next", next, -1),
			at("prev", next, -1)}
	case "skb_shared_info":
		return []ctypes.Field{at("nr_frags", u8Type, -1), at("frags", &ctypes.Type{Kind: ctypes.Array, Size: -1, Align: 8, Len: 17, Elem: fragType}, -1),
			at("frag_list", ptrTo(skbType), -1)}
	case "ieee80211_tx_info": // include/net/mac80211.h
		return []ctypes.Field{at("driver_data", arrayOf(ptrTo(voidType), 5), -1), at("rate_driver_data", arrayOf(ptrTo(voidType), 5), -1),
			at("status_driver_data", arrayOf(ptrTo(voidType), 2), -1)}
	case "ieee80211_hw", "ieee80211_vif", "ieee80211_sta", "ieee80211_txq":
		return []ctypes.Field{at("priv", ptrTo(voidType), -1), at("drv_priv", arrayOf(u8Type, 0), -1)}
	}
	return nil
}

// kernelSize is the size of a kernel struct of which the sources have no definition, -1 if it is not known.
func kernelSize(tag string) int64 {
	switch tag {
	case "ieee80211_hdr":
		return 30
	case "ieee80211_hdr_3addr":
		return 24
	case "ieee80211_qos_hdr":
		return 26
	case "ieee80211_qos_hdr_4addr":
		return 32
	case "ethhdr":
		return 14
	}
	return -1
}
