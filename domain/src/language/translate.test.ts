import { expect, it } from 'vitest'
import malay from './ms.json' with { type: 'json' }
import { createTranslator } from './translate.ts'

const inMalay = createTranslator(malay)

it.each([
  ['Please select the classification.', 'Sila pilih klasifikasi.'],
  ['The number M-KUL01000012 is already in use.', 'Nombor M-KUL01000012 sudah digunakan.'],
  [
    'LHDN already has a document of this number, which was not known here: F9D4, received 15 Jul 2026, 12:00 MYT, ' +
      'MYR 4,200.00 in all. This document is USD 1,000.00, or MYR 4,200.00 by its rate. ' +
      'Lulus is asking whether it is this very document.',
    'LHDN sudah mempunyai dokumen dengan nombor ini, yang tidak diketahui di sini: F9D4, diterima 15 Jul 2026, ' +
      '12:00 MYT, MYR 4,200.00 kesemuanya. Dokumen ini berjumlah USD 1,000.00, atau MYR 4,200.00 mengikut kadarnya. ' +
      'Portal Lulus sedang bertanya sama ada dokumen itu ialah dokumen ini.',
  ],
  ['Please enter a day from today to 5 Dec 2026.', 'Sila masukkan hari dari hari ini hingga 5 Dis 2026.'],
  [
    'Only possible while the document is Approved or OnHold; it is Pending Approval.',
    'Hanya boleh semasa dokumen Diluluskan atau Ditangguhkan; kini ia Menunggu Kelulusan.',
  ],
  [
    'Your request was rejected: Edit group Makers.',
    'Permohonan anda telah ditolak: Sunting kumpulan Makers.',
  ],
  // A part of a sentence, also where it ends as one does.
  [
    'Column B, Tax, is not known; did you mean tax?',
    'Lajur B, Tax, tidak dikenali; adakah anda maksudkan tax?',
  ],
  // A line of a mail, below its greeting, of which a value ends like a sentence.
  ['your daily report “Jualan Sdn. Bhd.” is ready.', 'laporan harian anda “Jualan Sdn. Bhd.” sudah sedia.'],
  ['The tax rate is 0.08%. Is 8% meant?', 'Kadar cukai ialah 0.08%. Adakah 8% dimaksudkan?'],
  ['Row 2: The tax rate is 0.08%. Is 8% meant?', 'Baris 2: Kadar cukai ialah 0.08%. Adakah 8% dimaksudkan?'],
  ['Rows 2, 3 and 9 more: This tax type carries no rate.', /^Baris 2, 3 dan 9 lagi: Jenis cukai ini /],
  [
    'The description may have at most 300 characters; it has 301.',
    /^Keterangan boleh .* 300 aksara; .* 301\.$/,
  ],
])('says %s', (english, expected) => {
  expect(inMalay(english)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
})

it('says a message of several sentences and lines, and leaves what is somebody else’s', () => {
  expect(inMalay('LHDN did not answer. The authority asks to slow down.')).toBe(
    'LHDN tidak menjawab. Pihak berkuasa meminta supaya penghantaran diperlahankan.',
  )
  expect(inMalay('The buyer’s TIN is invalid. Check it with the buyer. (CF321)')).toBe(
    'TIN pembeli tidak sah. Sila semak dengan pembeli. (CF321)',
  )
  expect(inMalay('This field is required.\nWrong address, ask Ali.')).toBe(
    'Medan ini wajib diisi.\nWrong address, ask Ali.',
  )
  expect(inMalay('There is a group “{2} $& {}” already.')).toBe('Sudah ada kumpulan “{2} $& {}”.')
})

it('says several words that stand alone, and leaves a list of which it knows but some', () => {
  expect(inMalay('blanks removed, in capital letters')).toBe('jarak dibuang, dengan huruf besar')
  expect(inMalay('blanks removed, ask Ali')).toBe('blanks removed, ask Ali')
})

it('is quick with a sentence that is made to be slow', () => {
  const text = `Row ${'x has , a column and '.repeat(150)}`
  const began = process.cpuUsage()
  for (let times = 0; times < 20; times += 1) inMalay(text)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000)
})

it('does not grow a text without end, nor read one that is too long', () => {
  const long = `${'This field is required. '.repeat(400)}`
  expect(inMalay(long)).toBe(long)
})
