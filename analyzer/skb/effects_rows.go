package skb

import "strings"

// The constructors below keep a row of the table on one line. Arguments named arg and val are argument numbers.

func row(name, file string, ret Ret, ops ...Op) Effect {
	return Effect{Name: name, File: file, Ret: ret, Ops: ops}
}

// reads makes rows for functions that write nothing a TX skb reaches and return nothing made of one.
func reads(file, names string) []Effect {
	return each(file, names, Ret{})
}

// each makes one row for each of the space-separated names.
func each(file, names string, ret Ret, ops ...Op) []Effect {
	var rows []Effect
	for _, name := range strings.Fields(names) {
		rows = append(rows, row(name, file, ret, ops...))
	}
	return rows
}

// readsOf makes read-only rows for lists of names, each behind the file that it was read from.
func readsOf(lists ...[2]string) []Effect {
	var rows []Effect
	for _, l := range lists {
		rows = append(rows, reads(l[0], l[1])...)
	}
	return rows
}

// since612 marks rows of names that 6.12 has and 6.1 has not.
func since612(rows ...Effect) []Effect {
	for i := range rows {
		rows[i].Since = "6.12"
	}
	return rows
}

// until61 marks rows of names that 6.1 has and 6.12 has not.
func until61(rows ...Effect) []Effect {
	for i := range rows {
		rows[i].Until = "6.1"
	}
	return rows
}

func lit(n int64) Size      { return Size{Kind: Const, N: n} }
func argv(arg int64) Size   { return Size{Kind: ArgValue, N: arg} }
func sizeOf(arg int64) Size { return Size{Kind: ArgSizeof, N: arg} }
func skbLen(arg int64) Size { return Size{Kind: SkbLen, N: arg} }
func anySize() Size         { return Size{Kind: AnySize} }

func ret(kind RetKind, arg int) Ret              { return Ret{Kind: kind, Arg: arg} }
func retNull(kind RetKind, arg int) Ret          { return Ret{Kind: kind, Arg: arg, Null: true} }
func retOff(kind RetKind, arg int, off Size) Ret { return Ret{Kind: kind, Arg: arg, Off: off} }
func retOffNull(kind RetKind, a int, off Size) Ret {
	return Ret{Kind: kind, Arg: a, Off: off, Null: true}
}

func on(when When, op Op) Op      { op.When = when; return op }
func contents(op Op) Op           { op.Contents = true; return op }
func guarded(op Op) Op            { op.Guarded = true; return op }
func field(name string, op Op) Op { op.Field = name; return op }

func opWrite(arg int, n Size) Op             { return Op{Kind: Write, Arg: arg, Len: n} }
func opWriteAt(arg int, off, n Size) Op      { return Op{Kind: Write, Arg: arg, Off: off, Len: n} }
func opWriteTail(arg int, n Size) Op         { return Op{Kind: WriteTail, Arg: arg, Len: n} }
func opWriteAll(arg int) Op                  { return Op{Kind: WriteAll, Arg: arg} }
func opWriteUpper(arg int) Op                { return Op{Kind: WriteUpper, Arg: arg} }
func opWriteData(arg int, off, n Size) Op    { return Op{Kind: WriteData, Arg: arg, Off: off, Len: n} }
func opPush(arg int, n Size) Op              { return Op{Kind: Push, Arg: arg, Len: n} }
func opPull(arg int, n Size) Op              { return Op{Kind: Pull, Arg: arg, Len: n} }
func opPut(arg int, n Size) Op               { return Op{Kind: Put, Arg: arg, Len: n} }
func opTrim(arg int, n Size) Op              { return Op{Kind: Trim, Arg: arg, Len: n} }
func opReserve(arg int, n Size) Op           { return Op{Kind: Reserve, Arg: arg, Len: n} }
func opLinearize(arg int) Op                 { return Op{Kind: Linearize, Arg: arg} }
func opPrivate(arg int) Op                   { return Op{Kind: Private, Arg: arg} }
func opPrivateLinear(arg int) Op             { return Op{Kind: PrivateLinear, Arg: arg} }
func opPrivatePart(arg int, n Size) Op       { return Op{Kind: PrivatePart, Arg: arg, Len: n} }
func opPrivateHeader(arg int) Op             { return Op{Kind: PrivateHeader, Arg: arg} }
func opRealloc(arg int) Op                   { return Op{Kind: Realloc, Arg: arg} }
func opStore(arg, val int) Op                { return Op{Kind: Store, Arg: arg, Val: val} }
func opSplice(arg, val int) Op               { return Op{Kind: Splice, Arg: arg, Val: val} }
func opSetOut(arg, val int) Op               { return Op{Kind: SetOut, Arg: arg, Val: val} }
func opAssign(arg int, f string, val int) Op { return Op{Kind: Assign, Arg: arg, Val: val, Field: f} }
func opAssignArg(arg, val int) Op            { return Op{Kind: AssignArg, Arg: arg, Val: val} }
func opShareFrags(arg, val int) Op           { return Op{Kind: ShareFrags, Arg: arg, Val: val} }
func opFree(arg int) Op                      { return Op{Kind: Free, Arg: arg} }
func opDeliver(arg int) Op                   { return Op{Kind: Deliver, Arg: arg} }
func opCopyMem(arg, val int, n Size) Op      { return Op{Kind: CopyMem, Arg: arg, Val: val, Len: n} }
func opCall(arg int, args ...CallArg) Op     { return Op{Kind: Call, Arg: arg, Args: args} }
func opDefer(arg int, args ...CallArg) Op    { return Op{Kind: Defer, Arg: arg, Args: args} }

func opDMA(arg int, n Size, dir Direction) Op { return Op{Kind: DMA, Arg: arg, Len: n, Dir: dir} }

func same(arg int) CallArg              { return CallArg{Kind: SameArg, Arg: arg} }
func content(arg int) CallArg           { return CallArg{Kind: Contents, Arg: arg} }
func other() CallArg                    { return CallArg{} }
func fieldOf(arg int, f string) CallArg { return CallArg{Kind: FieldValue, Arg: arg, Field: f} }
func addrOf(arg int, f string) CallArg  { return CallArg{Kind: FieldAddr, Arg: arg, Field: f} }

func dirArg(arg int) Direction  { return Direction{Arg: arg} }
func dirPipe(arg int) Direction { return Direction{Arg: arg, Pipe: true} }
func toDevice() Direction       { return Direction{Arg: -1, Fixed: 1} }
func fromDevice() Direction     { return Direction{Arg: -1, Fixed: 2} }
