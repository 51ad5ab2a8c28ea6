package callgraph_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

const functionCells = `
struct work { void (*fn)(int); };
struct cb { void (*tx)(int); void (*rx)(int); };
struct ops { int (*start)(void); struct cb cb; void (*send)(int); struct { void (*deep)(int); } in; union { void (*ua)(int); void (*ub)(int); }; };
struct outer { int id; struct ops ops[2]; };
struct conn { struct cb cb; void (*late)(int); void (*maybe)(int); void (*chain)(int); void (*ret)(int); void (*arr[3])(int);
	void (*never)(int); void (*raw)(int); void (*viamacro)(int); void (*null)(int); void (*picked)(int); void (*shadow)(int); };
#define OPS(n) .start = n##_start, .send = n##_send
#define INIT_CONN(c, f) do { (c)->viamacro = (f); } while (0)
#ifdef CONFIG_Z
void optional(int);
#else
#define optional NULL
#endif
static int a_start(void) { return 0; }
static int b_start(void) { return 0; }
static void a_send(int x) {} static void b_send(int x) {} static void t1(int x) {} static void t2(int x) {} static void r1(int x) {}
static void d1(int x) {} static void p1(int x) {} static void p2(int x) {} static void p3(int x) {} static void m1(int x) {} static void c1(int x) {}
static void e1(int x) {} static void e2(int x) {} static void k1(int x) {} static void k2(int x) {}
void optional(int x) {}
static const struct ops a_ops = { OPS(a), .cb = { .tx = t1 }, .in.deep = d1, .ua = k1 };
static const struct outer table[] = {
	{ 1, { { b_start, { t2, r1 }, b_send, { d1 } }, [1] = { .send = &a_send } } },
	[3] = { .ops[0].cb.rx = (void *)r1, .id = 4 },
};
static void (*const picks[])(int) = { p1, [2] = p2, NULL };
static void (*get(int i))(int) { if (i) return m1; return NULL; }
static void reg(struct conn *c, void (*f)(int), void (*g)(int)) { c->late = f; if (g) c->chain = g; }
static void reg2(struct conn *c, void (*f)(int)) { reg(c, f, c->late); }
void setup(struct conn *c, void *mystery, int i)
{
	struct cb local = { t1, r1 };
	void (*loc)(int) = p1;
	void (*shadow)(int) = p1;
	struct conn other = { .cb = { .tx = t2 } };
	if (i) { void (*shadow)(int) = p2; c->shadow = shadow; }
	loc = i ? p2 : loc;
	c->cb = local;
	reg(c, p3, 0); reg2(c, c1);
	c->maybe = loc;
	c->ret = get(i);
	c->arr[0] = e1; c->arr[i] = e2;
	c->raw = mystery;
	c->null = NULL; c->null = optional;
	c->picked = picks[i];
	INIT_CONN(c, k2);
	use(&(struct work){ .fn = p3 });
}
`

func TestFieldFuncs(t *testing.T) {
	p, _ := one(t, functionCells)
	for cell, want := range map[string]string{
		"ops.start": "a_start b_start", "ops.send": "a_send b_send", "cb.tx": "t1 t2", "cb.rx": "r1", "ops.in.deep": "d1",
		"ops.ua": "k1", "ops.ub": "", "conn.late": "p3 c1", "conn.chain": "p3 c1", "conn.maybe": "p1 p2", "conn.ret": "m1",
		"conn.arr": "e1 e2", "conn.never": "", "conn.raw": "...", "conn.viamacro": "k2", "conn.null": "optional",
		"conn.picked": "p1 p2", "conn.shadow": "p2", "work.fn": "p3",
	} {
		i := strings.LastIndexByte(cell, '.')
		fns, closed := p.FieldFuncs(cell[:i], cell[i+1:])
		equal(t, cell, join(fns, funcName, closed), want)
	}
}

const integerCells = `
enum kind { PCI, USB = 4, SDIO };
#define BASE 8
#define SET_KIND(d, k) ((d)->kind = (k))
struct chip { int size; int extra; int left; };
struct dev { enum kind kind; int param; int flags; int step; int addr; int read; int calc; int bitf:3; int par; int in[2];
	struct chip chip; const struct chip *desc; int cond; int logic; int fromfield; int unk; int viamac; int glob; int local; int cast; int constp; };
static struct chip c1 = { .size = BASE * 5, .extra = 1 }, c2 = { 48, 2 };
static struct chip *chips[] = { &c1, &c2 };
static int modparam = 3;
static int global = 6;
module_param_named(mp, modparam, int, 0444);
static void set(struct dev *d, enum kind k) { d->kind = k; }
static inline void set2(struct dev *d, int k) { if (k) set(d, k); }
static void take(int *p) { *p = 3; }
static void look(const int *p) {}
static int seven(int x) { if (x) return 7; return -1; }
void probe(struct dev *d, int i)
{
	int l = 2;
	set(d, USB); set2(d, SDIO);
	d->param = modparam; d->flags = 1; d->flags |= 2; d->step = 0; d->step++; d->addr = 1; take(&d->addr);
	d->read = 5; look(&d->read); memcpy(&i, &d->read, 4);
	d->calc = i + 1; d->bitf = 2; d->in[0] = 1; d->in[1] = 9;
	d->desc = chips[i]; d->cond = i ? 10 : 20; d->logic = !!i; d->fromfield = d->desc->size; d->unk = mystery();
	SET_KIND(d, PCI); if (i) l = 5; d->local = l; d->glob = global; d->par = seven(i); d->cast = (unsigned char)300; d->constp = BASE << 1;
	global = 11;
}
void setglobal(void) { global = 12; }
`

func TestFieldInts(t *testing.T) {
	p, _ := one(t, integerCells)
	for cell, want := range map[string]string{
		"chip.size": "40 48", "chip.extra": "1 2", "chip.left": "0", "dev.kind": "0 4 5", "dev.param": "3 ...", "dev.flags": "1 ...",
		"dev.step": "0 ...", "dev.addr": "1 ...", "dev.read": "5", "dev.calc": "...", "dev.bitf": "2", "dev.in": "1 9",
		"dev.cond": "10 20", "dev.logic": "0 1", "dev.fromfield": "40 48", "dev.unk": "...", "dev.local": "2 5", "dev.glob": "6 11 12",
		"dev.par": "-1 7", "dev.cast": "44", "dev.constp": "16",
	} {
		tag, field, _ := strings.Cut(cell, ".")
		vals, closed := p.FieldInts(tag, field)
		equal(t, cell, join(vals, number, closed), want)
	}
	objs, closed := p.FieldObjs("dev", "desc")
	equal(t, "dev.desc", join(objs, objName, closed), "c1 c2")
}

func TestFieldObjs(t *testing.T) {
	p, _ := one(t, `
struct ops { int x; };
struct info { const struct ops *ops; unsigned long data; };
struct dev { const struct ops *ops; const struct ops *heap; const struct ops *arr; const struct ops *st; const struct info *info; struct ops *inner; };
struct id { int v, d; unsigned long driver_data; };
#define DEVICE(ven, dv) .v = (ven), .d = (dv)
#define WHOLE(ven, dv) SUB(ven, dv), 
#define SUB(ven, dv) .v = ven##_VENDOR, .d = dv
enum { X_VENDOR };
static const struct ops a = { 1 }, b = { 2 }, list[2];
static const struct info i1 = { .ops = &a, .data = (unsigned long)&b }, i2 = { &b };
static const struct id ids[] = { { DEVICE(1, 2), .driver_data = (unsigned long)&i1 }, { 1, 2, (unsigned long)&i2 }, { WHOLE(X, 3) .driver_data = 0 }, {} };
int probe(struct dev *d, const struct id *id)
{
	static const struct ops hidden = { 3 };
	const struct info *info = (const struct info *)id->driver_data;
	d->info = info;
	d->ops = info->ops;
	d->heap = kmalloc(3, 3);
	d->arr = &list[1];
	d->st = &hidden;
	d->inner = NULL;
	return 0;
}
`)
	for field, want := range map[string]string{"ops": "a b", "heap": "...", "arr": "list", "st": "hidden", "info": "i1 i2", "inner": ""} {
		objs, closed := p.FieldObjs("dev", field)
		equal(t, field, join(objs, objName, closed), want)
	}
}

func TestBitsSet(t *testing.T) {
	p, f := one(t, `
enum cap { CAP_A, CAP_B, CAP_C, CAP_D, CAP_E };
#define set_cap(d, c) __set_bit(c, &(d)->caps)
struct dev { unsigned long caps; unsigned long map[2]; u32 flags; };
static void mark(struct dev *d, enum cap c) { set_bit(c, &d->caps); }
void probe(struct dev *d, int i)
{
	__set_bit(CAP_A, &d->caps);
	if (i > 3) {
		if (!d->flags) mark(d, CAP_B);
		else set_cap(d, CAP_C);
	}
	set_bit(i, &d->caps);
	set_bit(i ? CAP_D : CAP_E, d->map);
	if (i) d->flags |= BIT(4) | BIT(6);
	clear_bit(CAP_E, &d->caps);
	test_bit(CAP_E, &d->caps);
}
`)
	for field, want := range map[string]string{
		"caps":  "0[] 1[i > 3; !d->flags] 2[i > 3; !!d->flags] ?[]",
		"map":   "3[] 4[]",
		"flags": "4[i] 6[i]",
	} {
		var got []string
		for _, b := range p.BitsSet("dev", field) {
			var cond []string
			for _, c := range b.Cond {
				cond = append(cond, syntax.Print(c))
			}
			n := "?"
			if b.OK {
				n = fmt.Sprint(b.Bit)
			}
			got = append(got, n+"["+strings.Join(cond, "; ")+"]")
		}
		sort.Slice(got, func(i, j int) bool { return got[i] < got[j] && got[i][0] != '?' || got[j][0] == '?' })
		equal(t, field, strings.Join(got, " "), want)
	}
	_ = f
}

const calls = `
#define CALL_IT(x) callee(x)
struct own { void (*cb)(int); };
struct cls { int n; };
#define DECLARED(n) static const struct own own_##n = { .cb = indeclared }
static void callee(int x) {}
static void passed(int x) {}
static void stored(int x) {}
static void indeclared(int x) {}
static void tested(int x) {}
DECLARED(foo);
static const struct own o = { .cb = stored };
static void run(void (*f)(int), int v) { f(v); }
static void one(struct own *w)
{
	callee(1);
	CALL_IT(2);
	run(passed, 3);
	kernel_call(stored);
	w->cb(5);
	if (w->cb != tested) w->cb = stored;
	(void)sizeof(tested);
}
static void shadowed(void (*callee)(int)) { callee(9); }
`

func TestCallersAndUses(t *testing.T) {
	p, f := one(t, calls)
	site := func(c callgraph.CallSite) string { return c.In.Name + ":" + syntax.Print(c.Call.Args[0]) }
	equal(t, "callers", join(p.Callers(fn(t, f, "callee")), site, true), "one:1 one:2")
	equal(t, "through", join(p.CallsThrough("own", "cb"), site, true), "one:5")
	use := func(u callgraph.Use) string {
		where := ""
		if u.In != nil {
			where = u.In.Name
		} else {
			where = u.Var.Name
		}
		return fmt.Sprintf("%s/%s.%s/%s:%d", where, u.FieldTag, u.Field, u.Callee, u.Arg)
	}
	for name, want := range map[string]string{
		"callee": "", "passed": "one/./run:0", "stored": "o/own.cb/:0 one/./kernel_call:0 one/own.cb/:0", "tested": "",
		"indeclared": "DECLARED/./:0",
	} {
		equal(t, name, join(p.AddressTaken(fn(t, f, name)), use, true), want)
	}
	vals, closed := p.ParamInts(fn(t, f, "passed"), 0)
	equal(t, "passed's parameter", join(vals, number, closed), "3")
	vals, closed = p.ParamInts(fn(t, f, "stored"), 0)
	equal(t, "stored's parameter", join(vals, number, closed), "5 ...")
}

func TestFieldLoads(t *testing.T) {
	p, _ := one(t, `
struct a { int v; }; struct b { int v; };
#define GET(x) ((x)->v)
int reads(struct a *x) { return x->v; }
int macro(struct a *x) { return GET(x); }
void writes(struct a *x) { x->v = 3; }
void steps(struct a *x) { x->v += 3; }
int other(struct b *x) { return x->v; }
void address(struct a *x) { foo(&x->v); }
`)
	equal(t, "loads", join(p.FieldLoads("a", "v"), funcName, true), "reads macro steps address")
	site := func(s callgraph.Site) string { return s.In.Name + s.Op }
	equal(t, "stores", join(p.FieldStores("a", "v"), site, true), "writes= steps+= address&")
}
