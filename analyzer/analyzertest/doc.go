// Package analyzertest runs rules over C fixtures and compares what they say with what the fixtures expect.
//
// A fixture is a C file or a directory: one small driver that declares its own struct ieee80211_ops variable and needs
// no kernel headers. Expectations are line comments and speak about the line they stand on:
//
//	// want "regexp" ...        a finding whose "severity: message" matches; one regexp for each finding
//	// want verdict:"proved"    on the line of the ops variable: the verdict about SUPPORTS_CLONED_SKBS
//	// want encap:"refuted"     the same for SUPPORTS_TX_ENCAP_OFFLOAD
//	// want write:"payload"     a write to bytes of a TX skb in that region; a guarded one reads
//	                            "payload guarded by skb_cow". Both must match as a whole
//	// want obstacle:"regexp"   an obstacle of a proof
//	// ok: reason               no finding, no obstacle and no breach here
//
// Several expectations may follow one want. What is not expected is an error where it matters: every verdict, and every
// breach (an unguarded write behind the header or to an unknown place); findings only if the fixture expects any, so
// that a fixture about flow need not repeat what the rules make of it.
//
// x.c.golden beside x.c is the file after its suggested fixes.
package analyzertest
