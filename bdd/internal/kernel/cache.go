package kernel

// result is an entry of the cache: key holds an operation's code and the number of its prepared
// object, or opIte and the first of three operands. It is 0 if the entry is empty.
type result struct {
	key  uint32
	a, b Ref
	r    Ref
}

const resultBytes = 16

// Codes of cached operations. Those with a prepared object add its number.
const (
	opAnd uint32 = (iota + 1) << 24
	opOr
	opXor
	opDiff
	opEquiv
	opNot
	opExists
	opForall
	opAndExists
	opRename
	opImage
	opPreImage
	opRestrict
	opLeq
	opDisjoint
	opSaturate
	opSaturateBack
	opStepAll
	opStepAllBack
	opCompose

	opIte uint32 = 1 << 31 // above all references
)

// maxPrepared is the number of prepared objects of one kind that a key can tell apart.
const maxPrepared = 1 << 24

// cacheFor is the size of the cache for n nodes. Reaching the states of the allocation family with
// ten clients and machines takes 0.12, 0.42 and 0.68 thousand million steps with as many entries as
// nodes, half and a quarter as many.
func (k *memory) cacheFor(n int) int { return ceilPow2(min(max(n, k.at.MinCache), k.at.MaxCache)) }

// hashKey spreads a key over 64 bits; the cache uses the highest.
func hashKey(key uint32, a, b Ref) uint64 {
	return (uint64(a)|uint64(b)<<32)*0x9E3779B97F4A7C15 ^ uint64(key)*0xD1B54A32D192ED03
}

// growCache follows the nodes, keeping what is known. It does nothing where the byte limit forbids.
func (k *memory) growCache() {
	size := k.cacheFor(len(k.nodes))
	if k.cacheFixed || size <= len(k.cache) {
		return
	}
	if k.maxBytes > 0 && k.bytes()+int64(size)*resultBytes > k.maxBytes {
		return
	}
	cache := newTable[result](k, size)
	shift := shiftFor(size)
	for _, e := range k.cache {
		if e.key != 0 {
			cache[hashKey(e.key, e.a, e.b)>>shift] = e
		}
	}
	k.cache, k.cacheShift = cache, shift
}

// forgetDead drops the cached results which mention an unmarked node. Whether one does is a matter of
// chance, so there is no branch: processors would predict it wrongly.
func (k *memory) forgetDead() {
	for i := range k.cache {
		e := &k.cache[i]
		e.key &= -(k.bit(e.first()) & k.bit(e.a) & k.bit(e.b) & k.bit(e.r))
		if i&0xfff == 0xfff {
			k.burn(1 + k.perLook/8)
		}
	}
}

// first is the first of three operands, False if there are two.
func (e *result) first() Ref {
	if e.key < opIte {
		return 0
	}
	return Ref(e.key - opIte)
}

// forgetAll empties the cache.
func (k *memory) forgetAll() { clear(k.cache) }

// find looks up a result. It also returns the hash of the key, for store.
func (k *memory) find(key uint32, a, b Ref) (r Ref, h uint64, ok bool) {
	h = hashKey(key, a, b)
	e := &k.cache[h>>k.cacheShift]
	if e.key == key && e.a == a && e.b == b {
		k.hits++
		return e.r, h, true
	}
	return 0, h, false
}

// step counts a recursion step that has to be computed.
func (k *memory) step() {
	k.miss++
	if k.fuel--; k.fuel < 0 {
		k.look()
	}
}

// store remembers a result; h is the hash that find has returned. The cache may have grown since.
func (k *memory) store(h uint64, key uint32, a, b, r Ref) {
	k.cache[h>>k.cacheShift] = result{key, a, b, r}
}
