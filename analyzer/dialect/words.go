package dialect

import "strings"

// Word is what is known of an identifier from its spelling alone.
type Word uint16

const (
	// annotation: words without meaning for the data: sparse, sections, compiler attributes
	// (include/linux/compiler_types.h, compiler_attributes.h, init.h, cache.h).
	annotation Word = 1 << iota
	// annotationCall: the same with arguments.
	annotationCall
	// keyword: words that never name a function, a macro or a variable.
	keyword
	// storage: declaration specifiers that are no type.
	storage
	// basic: words that the grammar takes for a type wherever they stand, so never for an argument.
	basic
	// qualifier: qualifiers of a type.
	qualifier
	// tagged: words in front of a tag.
	tagged
	// typeofWord: the spellings of typeof.
	typeofWord
	// jump: words that start a statement; the kernel passes such to macros like scoped_cond_guard.
	jump
	// calllike: keywords that take a parenthesised type by themselves.
	calllike
	// typeName: names of types by their spelling.
	typeName
	// alignof: the operators that take a type or, with the GNU spelling, an expression.
	alignof
	// asmWord: the spellings of asm.
	asmWord
	// collapsed: a keyword that was made an identifier; reserved all the same.
	collapsed
)

// words classifies all words the package knows; it is never written to.
var words = func() map[string]Word {
	m := make(map[string]Word)
	for word, list := range spellings {
		for _, s := range strings.Fields(list) {
			m[s] |= word
		}
	}
	return m
}()

// wordOf classifies one identifier.
func wordOf(b []byte) Word {
	w := words[string(b)]
	if n := len(b); w == 0 && n > 2 && b[n-1] == 't' && b[n-2] == '_' {
		w = typeName
	}
	return w
}

// IsTypeName reports whether a name is a type's by kernel convention: u8 and its like, and what ends in _t.
func IsTypeName(name string) bool { return wordOf([]byte(name))&typeName != 0 }

var spellings = map[Word]string{
	annotation: `
		__user __kernel __iomem __percpu __rcu __force __nocast __safe __private __bitwise __bitwise__ __packed
		__aligned_largest __no_randomize_layout __randomize_layout randomized_struct_fields_start
		randomized_struct_fields_end __designated_init __nonstring __noderef __init __exit __initdata __exitdata
		__initconst __init_or_module __initdata_or_module __initconst_or_module __net_init __net_exit
		__net_initdata __net_initconst __ref __refdata __refconst __devinit __devexit __devinitdata
		__devinitconst __devexitdata __cpuinit __cpuinitdata __cpuexit __meminit __memexit __meminitdata
		__init_memblock __exitused __always_inline __inline __inline__ noinline __noinline noinline_for_stack
		noinline_for_tracing __gnu_inline __flatten __attribute_const__ __pure __const __must_check
		__maybe_unused __always_unused __unused __used __weak __visible __cold __hot __noreturn __malloc
		__deprecated __noclone __latent_entropy __no_sanitize_or_inline __no_kasan_or_inline __no_kcsan
		__no_kcsan_or_inline __no_sanitize_address __no_sanitize_undefined __no_kmsan_checks __no_sanitize_memory
		__no_sanitize_coverage __no_stack_protector __no_profile __nocfi __noretpoline __indirect_branch
		asmlinkage notrace noinstr __sched __lockfunc __kprobes nokprobe_inline __irq_entry __softirq_entry
		__cpuidle __entry_text __bpf_kfunc __extension__ __restrict __restrict__ restrict __read_mostly
		__ro_after_init __cacheline_aligned __cacheline_aligned_in_smp ____cacheline_aligned
		____cacheline_aligned_in_smp ____cacheline_internodealigned_in_smp __page_aligned_data __page_aligned_bss
		__noendbr fastcall FASTCALL __cdecl __stdcall INDIRECT_CALLABLE_SCOPE __naked __unused__ __aligned64
		__noscs __hidden`,
	annotationCall: `
		__attribute__ __attribute __diagnose_as __declspec __acquires __releases __must_hold __cond_acquires __guarded_by
		__pt_guarded_by __printf __scanf __aligned __section __alias __cleanup __free __counted_by
		__counted_by_le __counted_by_be __sized_by __alloc_size __assume_aligned __copy __compiletime_error
		__compiletime_warning __mode __no_sanitize __realloc_size __nonnull`,
	keyword: `
		if else for while do switch case default return goto break continue sizeof typeof __typeof__ __typeof
		typeof_unqual asm __asm__ __asm _Generic static extern inline
		const volatile register auto typedef struct union enum int char short long float double void signed
		unsigned _Bool bool __const__ __volatile__ __signed__ _Static_assert static_assert _Alignas __auto_type`,
	storage: `
		static extern inline const volatile register auto typedef __const__ __volatile__ _Noreturn`,
	basic: `
		int char short long float double void signed unsigned _Bool bool __signed__ size_t ssize_t ptrdiff_t
		intptr_t uintptr_t max_align_t nullptr_t charptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t
		uint32_t uint64_t char8_t char16_t char32_t char64_t`,
	qualifier: `
		const volatile __const__ __volatile__ restrict`,
	tagged: `
		struct union enum`,
	typeofWord: `
		typeof __typeof__ __typeof typeof_unqual`,
	jump: `
		return goto break continue if for while do switch case default else`,
	calllike: `
		sizeof typeof __typeof__ __typeof typeof_unqual _Generic asm
		__asm__ __asm _Static_assert static_assert`,
	alignof: `__alignof__ _Alignof alignof __alignof`,
	asmWord: `asm __asm__ __asm`,
	typeName: `
		u8 u16 u32 u64 s8 s16 s32 s64 __u8 __u16 __u32 __u64 __s8 __s16 __s32 __s64 __le16 __le32 __le64 __be16
		__be32 __be64 __sum16 __wsum ulong uint ushort uchar unchar u_char u_int u_long u_short uint8 uint16 uint32
		uint64 int8 int16 int32 int64 size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t int16_t int32_t int64_t
		uint8_t uint16_t uint32_t uint64_t`,
}
