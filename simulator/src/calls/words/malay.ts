import { own } from '#codes/own.ts'

/**
 * The Malay twin of a background finding, by its code. Those of CV317 and ERR406 were recorded; the others are ours.
 */
export const malayOf = (code: string): string =>
  own(SENTENCES, code) ?? `Tandatangan digital dokumen tidak sah (${code})`

const SENTENCES = {
  CV317: 'Kod Negeri 17 hendaklah digunakan untuk e-Invois yang disatukan dan alamat selain Malaysia sahaja.',
  DC501: 'Mata wang cukai tidak sepadan dengan TaxCurrencyCode',
  DC502: 'Mata wang amaun tidak sepadan dengan DocumentCurrencyCode',
  DR301: 'Dokumen rujukan tidak wujud',
  DR303: 'Status dokumen rujukan tidak membenarkan rujukan',
  DR305: 'Nombor dokumen rujukan tidak sepadan',
  DR306: 'Nota bil kendiri hanya merujuk kepada dokumen bil kendiri',
  DR308: 'Pembeli tidak sama dengan pembeli dokumen rujukan',
  DV302: 'Dokumen ini adalah pendua dokumen lain',
  ERR205: 'Nombor pendaftaran tidak sepadan dengan TIN',
  ERR206: 'Nombor pengenalan tidak sepadan dengan TIN',
  ERR208: 'TIN am 020 adalah untuk pembeli sahaja',
  ERR236: 'TIN am 010 dengan nombor NA hanya dibenarkan dengan klasifikasi 004',
  ERR245: 'Hanya TIN am (010) boleh digunakan dengan klasifikasi 004',
  ERR406: 'TIN pembeli tidak sah. Sila gunakan fungsi Carian TIN untuk mendapatkan TIN yang betul',
}
