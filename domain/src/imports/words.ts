/**
 * The words of headings, as people, accounting programs and spreadsheets write them in English and Malay: each line is
 * one meaning, named by its first word. A heading with a word that is not here is never guessed. Words that are a slip
 * away from another meaning, or stand where one does, are here too and mean themselves.
 */
const MEANINGS: readonly string[] = [
  'no num nos number numbers nombor bilangan',
  'invoice inv invois einvoice einvois bill',
  'document doc dokumen',
  'date tarikh dt',
  'time masa',
  'type jenis',
  'code kod cd',
  'customer cust buyer pembeli pelanggan client purchaser debtor penerima receiver recipient billto soldto',
  'name nama',
  'identity id identification pengenalan',
  'ic nric mykad kp kadpengenalan icno nokp',
  'brn ssm roc rob',
  'registration reg regn pendaftaran daftar',
  'tax cukai',
  'tin',
  'sst',
  'tourism pelancongan ttx',
  'email emel mail',
  'phone tel telephone telefon hp handphone mobile bimbit',
  'contact hubungan perhubungan',
  'address addr alamat',
  'line baris',
  'postcode zip zipcode poskod postal',
  'city bandar bandaraya town',
  'state negeri',
  'country negara',
  'msic',
  'business perniagaan',
  'activity aktiviti',
  'classification class klasifikasi pengelasan',
  'description desc descr perihal keterangan butiran penerangan huraian particulars detail details',
  'item items produk product products barang barangan stock stok goods article',
  'quantity qty kuantiti',
  'unit units seunit',
  'uom um',
  'measure measurement ukuran sukatan',
  'price harga',
  'discount disc diskaun',
  'charge charges caj fee fees',
  'rate kadar',
  'percent pct percentage peratus peratusan',
  'amount amt amaun',
  'total jumlah ttl',
  'sub kecil',
  'subtotal',
  'excluding excl excluded exclusive ex tanpa sebelum before',
  'including incl included inclusive inc termasuk selepas after',
  'net bersih',
  'payable bayar dibayar',
  'grand keseluruhan besar',
  'currency curr ccy matawang',
  'mata',
  'wang',
  'exchange tukaran pertukaran fx forex',
  'exemption exempt pengecualian',
  'reason sebab',
  'tariff tarif hs',
  'origin asal',
  'due',
  'payment bayaran pembayaran',
  'original',
  'reference ref rujukan',
  'uuid',
  'self sendiri',
  'selfbilling selfbilled',
  'billing billed',
  'start mula from dari',
  'end tamat hingga akhir',
  'period tempoh',
  'frequency kekerapan',
  'remarks remark catatan comment comments',
  'rounding pembundaran',
  'prepayment prepaid',
  'agent ejen',
  'contract kontrak',
  'branch cawangan outlet',
  'department dept jabatan',
  'store kedai',
  'company co syarikat',
  'income pendapatan',
  'sender supplier seller pembekal penjual vendor issuer',
  'lhdn irbm hasil',
  'issue issued issuance pengeluaran',
  'ringgit rm myr',
  ...[
    'county',
    'change changes',
    'status',
    'quality kualiti',
    'delivery penghantaran',
    'order pesanan',
    'cost kos',
  ],
  ...[
    'account akaun',
    'ship shipping',
    'credit kredit',
    'debit',
    'cash tunai',
    'balance baki',
    'created',
    'updated',
  ],
  ...[
    'approved',
    'warehouse gudang',
    'paid',
    'posting',
    'batch',
    'previous',
    'print',
    'base',
    'value nilai',
    'gross',
  ],
]

/** Words that say nothing between others. */
const SMALL = new Set(['of', 'the', 'for', 'bagi', 'untuk', 'per'])

const MEANING_OF: ReadonlyMap<string, string> = new Map(
  MEANINGS.flatMap((line) => {
    const words = line.split(' ')
    return words.map((word) => [word, words[0] ?? word] as const)
  }),
)
const WORD_CHARS_MAX = Math.max(...[...MEANING_OF.keys()].map(({ length }) => length))

/** Longer headings are no names of fields. */
const HEADING_CHARS_MAX = 80
/** Nine letters of ten must be right, and the word with the slip be long enough to be known again. */
const LETTERS_PER_SLIP = 10
const SLIPPED_LETTERS_MIN = 5

/** What a heading says: the meanings of its words, each once, in the order of the alphabet. */
export type Said = { words: string; slips: 0 | 1 }

/** Reads a heading; undefined where one of its words is not known, or more than one only nearly. */
export const readWords = (heading: string): Said | undefined => {
  if (heading.length > HEADING_CHARS_MAX) return undefined
  const words = wordsOf(heading)
  const letters = words.join('').length
  const meanings: string[] = []
  let slips = 0
  for (const word of words) {
    const known = meaningsOf(word)
    const meant = known ?? (letters >= LETTERS_PER_SLIP && ++slips === 1 ? slipped(word) : undefined)
    if (!meant) return undefined
    meanings.push(...meant)
  }
  return meanings.length > 0 ? { words: inOrder(meanings), slips: slips > 0 ? 1 : 0 } : undefined
}

/** Words in any order, as they are compared. */
export const inOrder = (words: readonly string[]): string => [...new Set(words)].sort().join(' ')

/** In small letters, apart where a sign, a digit or a capital letter begins another one. */
const wordsOf = (heading: string): string[] =>
  heading
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replaceAll('%', ' percent ')
    .replaceAll('#', ' no ')
    .replaceAll(/(\p{L})(?=\d)/gu, '$1 ')
    .replaceAll(/\b([a-z])[./]([a-z])\b\.?/g, '$1$2')
    .replaceAll(/\be[- ](?=inv|mail|mel)/g, 'e')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\b(bill|sold) to\b/g, '$1to')
    .split(' ')
    .filter((word) => word !== '' && !SMALL.has(word))

const meaningsOf = (word: string): string[] | undefined => {
  if (/^\d+$/.test(word)) return [word]
  const meaning = MEANING_OF.get(word)
  return meaning === undefined ? cut(word) : [meaning]
}

/** A word that is several of ours, written as one: `invoiceno`. The longest first. */
const cut = (word: string): string[] | undefined => {
  for (let end = Math.min(word.length - 2, WORD_CHARS_MAX); end >= 2; end--) {
    const meaning = MEANING_OF.get(word.slice(0, end))
    const rest = meaning && meaningsOf(word.slice(end))
    if (rest) return [meaning, ...rest]
  }
  return undefined
}

/** The one meaning of a word with a letter too many, too few, or another one; digits are never a slip. */
const slipped = (word: string): string[] | undefined => {
  if (word.length < SLIPPED_LETTERS_MIN || /\d/.test(word)) return undefined
  const meant = new Set(
    [...MEANING_OF].flatMap(([known, meaning]) => (isOneSlip(word, known) ? [meaning] : [])),
  )
  return meant.size === 1 ? [...meant] : undefined
}

const isOneSlip = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [left, right] = [a.slice(at), b.slice(at)]
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    // Two letters the wrong way round.
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  )
}
