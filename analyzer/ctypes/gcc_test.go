package ctypes_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/source"
)

// prelude gives gcc the kernel's words; the analyser knows them by itself, and does not see it.
const prelude = `
#include <stdio.h>
#include <string.h>
#include <stddef.h>
#define __packed __attribute__((packed))
#define __aligned(x) __attribute__((aligned(x)))
#define __KERNEL__ 1
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32; typedef unsigned long long u64;
typedef signed char s8; typedef short s16; typedef int s32; typedef long long s64;
typedef u16 __le16; typedef u32 __le32; typedef u64 __le64; typedef u16 __be16; typedef u32 __be32;
typedef _Bool bool;
#define BITS_TO_LONGS(n) (((n) + 63) / 64)
#define DECLARE_BITMAP(name, bits) unsigned long name[BITS_TO_LONGS(bits)]
#define DECLARE_FLEX_ARRAY(type, name) struct { struct { } __empty_ ## name; type name[]; }
#define struct_group(NAME, ...) union { struct { __VA_ARGS__ }; struct { __VA_ARGS__ } NAME; }
#define struct_group_attr(NAME, ATTRS, ...) union { struct { __VA_ARGS__ } ATTRS; struct { __VA_ARGS__ } ATTRS NAME; } ATTRS
#define struct_group_tagged(TAG, NAME, ...) union { struct { __VA_ARGS__ }; struct TAG { __VA_ARGS__ } NAME; }
`

// layouts are structs that gcc and the analyser must lay out alike.
const layouts = `
enum small { SMALL_A, SMALL_B = 7, SMALL_N } __packed;
enum wide { WIDE_A = 0x12345, WIDE_B };
enum { LEN = 3, TWICE = LEN * 2 };
#define ETH_ALEN 6
#define WORDS (1 << 2)
typedef struct { u16 a; u8 b; } pair_t;
typedef u8 mac_t[ETH_ALEN];
struct s01 { u8 a; u32 b; u16 c; };
struct s02 { u8 a; u32 b; u16 c; } __packed;
struct s03 { __le16 fc; __le16 dur; u8 a1[ETH_ALEN]; u8 a2[ETH_ALEN]; u8 a3[ETH_ALEN]; __le16 seq; u8 a4[ETH_ALEN]; } __packed __aligned(2);
struct s04 { u8 x; struct s03 h; u8 y; };
struct s05 { u8 a; u64 b; char c; void *p; short d; };
struct s06 { u8 a:3; u8 b:5; u8 c:1; };
struct s07 { u32 a:7; u32 b:20; u32 c:10; u8 d; };
struct s08 { u32 a:7; u32 b:20; u32 c:10; u8 d; } __packed;
struct s09 { u8 a:4, b:6; u16 c:9; };
struct s10 { u16 a:3; u16 :0; u16 b:3; u8 c; };
struct s11 { u8 a; u16 b:5; u16 c:12; };
struct s12 { u8 a; u32 b:5; };
struct s13 { union { u32 w; u8 b[5]; }; u8 tail; };
struct s14 { union { struct { u8 lo; u16 hi; }; u32 all; } u; u8 x; };
struct s15 { u16 n; u8 data[]; };
struct s16 { u32 n; struct s01 list[]; };
struct s17 { u8 a[LEN][TWICE]; u16 b[WORDS]; };
struct s18 { pair_t p[3]; mac_t m; u8 z; };
struct s19 { enum small e; u8 b; enum wide w; };
struct s20 { u8 x; u32 y __aligned(8); u8 z; };
struct s21 { u8 x; u32 y __packed; u8 z; };
struct s22 { u8 x; __le32 y __packed; } __aligned(16);
struct s23 { struct { u8 a; struct { u16 b; u32 c; } in; } __packed out; u8 d; };
struct s24 { int (*fn)(int, struct s01 *); u8 a; void (*tbl[3])(void); };
struct s25 { bool a; unsigned long b; long long c; char *d; unsigned char e; signed char f; };
struct s26 { struct s26 *next; struct s27 *other; u8 a; };
struct s27 { struct s26 inner; u8 b; };
struct s28 { DECLARE_BITMAP(map, 70); u8 a; DECLARE_BITMAP(one, 1); };
struct s29 { u8 h; struct_group(grp, u8 a; u32 b;); u8 t; };
struct s30 { u8 h; struct_group_attr(grp, __packed, u8 a; u32 b;); u8 t; };
struct s31 { u8 n; union { DECLARE_FLEX_ARRAY(u8, bytes); DECLARE_FLEX_ARRAY(__le32, words); }; };
struct s32 {
#ifdef __KERNEL__
	u32 kernel;
#else
	u64 user;
#endif
	u8 a;
};
struct s33 {
#if defined(__LITTLE_ENDIAN_BITFIELD) || 1
	u8 lo:4, hi:4;
#elif defined(__BIG_ENDIAN_BITFIELD)
	u8 other_hi:4, other_lo:4;
#else
#error "endian"
#endif
	u8 tos; __be16 len;
};
struct s34 { u8 a; struct { } nothing; u16 b; };
struct s35 { } ;
struct s36 { u8 tag; u8 body[sizeof(struct s03) + 2]; };
struct s37 { u8 a[sizeof(((struct s03 *)0)->a1)]; u16 b; };
struct s38 { u64 a:40; u64 b:30; u8 c; };
struct s39 { const volatile u8 a; unsigned b; long unsigned int c; short int d; };
struct s40 { u8 a; union { u8 x; u16 y; } __packed u; u8 b; };
struct s41 { u8 a; union { u8 b:3; u32 c:20; }; u8 d; };
struct s42 { u8 pad; s8 a; s16 b; s32 c; s64 d; } __aligned(4);
struct __packed s43 { u8 a; u64 b; };
struct s44 { u8 a; __attribute__((aligned(4))) u8 b; u8 c; } __attribute__((packed));
struct s45 { u8 a; u16 b; } __attribute__((packed, aligned(4)));
struct s46 { u32 w0; /* struct { u8 x; } in a comment; #if 0 */ u8 b; // } ;
	u8 c; };
struct s47 { struct_group_tagged(s47_hdr, hdr, u8 a; u16 b;); u8 t; };
struct s48 { struct s47_hdr again; u8 b; };
struct s49 { char name[16 + 1], *ptr, **pp, grid[2][3]; };
struct s50 { u8 t; double d; float f; };
struct s51 { u16 a:10, b:10, c:12; u8 d:1, e:7; u32 f:32; } __packed;
union u01 { u8 a; u64 b; u8 c[9]; };
union u02 { u8 a[5]; u16 b; } __packed;
`

// layoutProgram is a program with layouts as its one file.
func layoutProgram(t *testing.T, text string) *callgraph.Program {
	t.Helper()
	tree := callgraph.NewTree(source.NewSet(map[string][]byte{"layout.c": []byte(text)}), "")
	p, err := callgraph.NewProgram(tree, []string{"layout.c"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestAgainstCompiler compares every size, offset and bit position with gcc's.
func TestAgainstCompiler(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	p := layoutProgram(t, layouts)
	from := p.Files()[0]
	var want, prog bytes.Buffer
	fmt.Fprintf(&prog, "%s%s\nstatic long first(const void *v, int n) { const unsigned char *p = v; for (int i = 0; i < 8 * n; i++) if (p[i / 8] >> i %% 8 & 1) return i; return -1; }\nint main(void) {\n", prelude, layouts)
	for _, d := range from.Types {
		word := map[bool]string{true: "struct ", false: "union "}[strings.HasPrefix(d.Name, "s")]
		typ := p.TypeOf(word+d.Name, from)
		if typ == nil || !typ.IsRecord() {
			continue
		}
		fmt.Fprintf(&want, "%s size %d align %d\n", d.Name, typ.Size, typ.Align)
		fmt.Fprintf(&prog, "printf(\"%s size %%zu align %%zu\\n\", sizeof(%s%s), _Alignof(%s%s));\n", d.Name, word, d.Name, word, d.Name)
		members(p, typ, "", 0, func(path string, f ctypes.Field) {
			if f.BitSize > 0 {
				fmt.Fprintf(&want, "%s.%s bit %d\n", d.Name, path, f.Bit)
				fmt.Fprintf(&prog, "{ %s%s v; memset(&v, 0, sizeof v); v.%s = -1; printf(\"%s.%s bit %%ld\\n\", first(&v, sizeof v)); }\n", word, d.Name, path, d.Name, path)
				return
			}
			fmt.Fprintf(&want, "%s.%s at %d\n", d.Name, path, f.Offset)
			fmt.Fprintf(&prog, "printf(\"%s.%s at %%zu\\n\", offsetof(%s%s, %s));\n", d.Name, path, word, d.Name, path)
		})
	}
	prog.WriteString("return 0; }\n")
	compare(t, want.String(), run(t, gcc, prog.Bytes()))
}

// members calls f for every named member, those of anonymous members with offsets from the start.
func members(p *callgraph.Program, t *ctypes.Type, prefix string, depth int, f func(string, ctypes.Field)) {
	p.Complete(t)
	for _, m := range t.Fields {
		if m.Name == "" {
			members(p, m.Type, prefix, depth+1, func(path string, inner ctypes.Field) {
				inner.Offset += m.Offset
				inner.Bit += 8 * m.Offset
				f(path, inner)
			})
			continue
		}
		if !strings.HasPrefix(m.Name, "other_") { // of a branch that gcc does not take
			f(m.Name, m)
		}
	}
}

func run(t *testing.T, gcc string, prog []byte) string {
	t.Helper()
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(src, prog, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-std=gnu11", "-o", exe, src).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func compare(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Errorf("have %q, gcc says %q", at(g, i), at(w, i))
		}
	}
	t.Logf("%d lines compared", len(w))
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}
