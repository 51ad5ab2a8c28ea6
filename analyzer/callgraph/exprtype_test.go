package callgraph_test

import (
	"testing"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Each statement "T(name, expression);" is typed; the table says what comes out.
const typed = `
#define container_of(ptr, type, member) ((type *)((void *)(ptr) - offsetof(type, member)))
#define my_entry(ptr, type) container_of(ptr, type, node)
#define get_priv(d) ((struct priv *)(d)->drv_priv)
#define pick(a, b) ({ typeof(a) _a = (a); struct in *_t = &_a->in; _t; })
#define renamed u.real
#define FIRST_HDR(d) (&(d)->hdrs[0])
#define LIMIT 4
typedef struct { u16 lo, hi; } pair_t;
typedef int (*handler_t)(struct dev *d);
struct node { struct node *next; };
struct in { u32 x; };
struct hdr { __le16 fc; u8 addr[6]; };
union both { u64 all; struct { u32 lo, hi; } part; };
struct priv { struct in in; struct node node; int n; };
struct ops { struct hdr *(*get)(struct dev *d, int i); handler_t handle; };
struct dev {
	void *drv_priv;
	const struct ops *ops;
	struct hdr hdrs[LIMIT];
	struct { u8 a; struct { u16 deep; }; } anon;
	union { u32 word; struct { u8 b0; s8 b1; }; };
	union { struct { u64 real; } u; };
	pair_t pairs[2][3];
	u8 bits:3;
	bool on;
	union both un;
	struct opaque *op;
};
struct priv *proto(int a);
extern const struct ops *global_ops;
static handler_t handlers[3];
static struct hdr *find(struct dev *d) { return d->ops->get(d, 0); }
static void f(struct dev *dev, struct node *n, u8 *data, int i)
{
	struct priv *priv = get_priv(dev);
	struct hdr *h = (void *)data, local;
	u8 buf[10];
	T(ptr, dev); T(member, dev->hdrs); T(elem, dev->hdrs[1]); T(field, dev->hdrs[i].addr[0]); T(deref, *h);
	T(addr, &local); T(anon, dev->anon); T(anon2, dev->anon.deep); T(unnamed, dev->b1); T(word, dev->word);
	T(cast, (struct in *)data); T(macro, get_priv(dev)); T(macro2, get_priv(dev)->in.x); T(cont, container_of(n, struct priv, node));
	T(cont2, my_entry(n, struct priv)->n); T(cont3, container_of(n, pair_t, lo)); T(stmt, pick(priv, 0)); T(call, find(dev)->fc);
	T(fptr, dev->ops->get(dev, 1)); T(fptr2, (*dev->ops->get)(dev, 1)->addr); T(fptr3, handlers[1](dev)); T(tdef, dev->ops->handle(dev));
	T(proto, proto(3)->n); T(global, global_ops->handle); T(arith, data + 3); T(minus, data - buf); T(sum, i + dev->word);
	T(cmp, data == buf); T(not, !priv); T(tern, i ? priv : NULL); T(tern2, i ? NULL : h); T(elvis, priv ?: 0); T(size, sizeof(*h));
	T(comma, (i, h)); T(pairs, dev->pairs[1][2].lo); T(pairs2, dev->pairs[1]); T(bits, dev->bits); T(lit, ((struct in){ 3 }).x);
	T(local, local.fc); T(renamed, dev->renamed); T(union, dev->un.part.hi); T(assign, h = (void *)data); T(post, data++); T(neg, -dev->bits);
	T(unknown, mystery(dev)); T(opaque, dev->op->field); T(hdrp, FIRST_HDR(dev)); T(num, 3); T(ul, 3UL); T(str, "abc"); T(fn, find); T(buf, buf);
	T(min, min_t(u16, i, 3)); T(once, READ_ONCE(dev->ops)); T(kmalloc, kmalloc(3, 4)); T(derefarr, *buf); T(shift, dev->on << 3); T(enumc, LIMIT);
	{
		struct in *h = &priv->in;
		T(shadow, h->x);
	}
	T(unshadow, h->fc);
	for (struct node *it = n; it; it = it->next)
		T(forvar, it->next);
}
`

func TestExprType(t *testing.T) {
	p, f := one(t, typed)
	g := fn(t, f, "f")
	d, err := p.Parse(g)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"ptr": "*struct dev", "member": "[4]struct hdr", "elem": "struct hdr", "field": "u8", "deref": "struct hdr",
		"addr": "*struct hdr", "anon": "struct dev.anon", "anon2": "u16", "unnamed": "s8", "word": "u32", "cast": "*struct in",
		"macro": "*struct priv", "macro2": "u32", "cont": "*struct priv", "cont2": "int", "cont3": "*struct pair_t",
		"stmt": "*struct in", "call": "__le16", "fptr": "*struct hdr", "fptr2": "[6]u8", "fptr3": "int", "tdef": "int",
		"proto": "int", "global": "*func int", "arith": "*u8", "minus": "long", "sum": "u32", "cmp": "int", "not": "int",
		"tern": "*struct priv", "tern2": "*struct hdr", "elvis": "*struct priv", "size": "unsigned long", "comma": "*struct hdr",
		"pairs": "u16", "pairs2": "[3]struct pair_t", "bits": "u8", "lit": "u32", "local": "__le16", "renamed": "u64",
		"union": "u32", "assign": "*struct hdr", "post": "*u8", "neg": "int", "unknown": "?", "opaque": "?", "hdrp": "*struct hdr",
		"num": "int", "ul": "unsigned long", "str": "*char", "fn": "func *struct hdr", "buf": "[10]u8", "min": "u16",
		"once": "*struct ops", "kmalloc": "*void", "derefarr": "u8", "shift": "int", "enumc": "int", "shadow": "u32",
		"unshadow": "__le16", "forvar": "*struct node",
	}
	seen := 0
	syntax.Walk(d.Body, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Call); ok && syntax.Print(c.Fun) == "T" {
			name := syntax.Print(c.Args[0])
			equal(t, name, show(p.ExprType(c.Args[1], p.Scope(g))), want[name])
			seen++
		}
		return true
	})
	if seen != len(want) {
		t.Errorf("%d expressions typed, want %d", seen, len(want))
	}
}

func TestPrivateStructs(t *testing.T) {
	p := program(t, map[string]string{
		"d/h.h": "struct priv; struct other;\nstruct dev { struct priv *p; struct other *o; };\n",
		"d/a.c": "#include \"h.h\"\nstruct priv { int a; };\nstruct other { int z; };\nint f(struct dev *d) { return d->p->a + d->o->z; }\n",
		"d/b.c": "#include \"h.h\"\nstruct priv { char b; };\nint g(struct dev *d) { return d->p->b; }\n",
	})
	for path, want := range map[string]string{"d/a.c": "int", "d/b.c": "char"} {
		f := file(t, p, path)
		g := f.Funcs[0]
		d, err := p.Parse(g)
		if err != nil {
			t.Fatal(err)
		}
		syntax.Walk(d.Body, func(n syntax.Node) bool {
			if m, ok := n.(*syntax.Member); ok && syntax.Print(m.X) == "d->p" {
				equal(t, path, show(p.ExprType(m, p.Scope(g))), want)
			}
			return true
		})
	}
}
