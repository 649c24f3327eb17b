// Sets the colour scheme, the density and the language before the first paint, so that a dark screen never flashes
// white nor a Malay one English. The texts of the language are fetched beside the program, not after it, and so is what
// the first screen asks the server for.
;(() => {
  let chosen = 'auto'
  let language = ''
  let token = ''
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
    document.documentElement.dataset.density = localStorage.getItem('density') || 'comfortable'
    language = localStorage.getItem('language') || ''
    token = localStorage.getItem('token') || ''
  } catch {}
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  const known = ['en', 'ms', 'pseudo']
  const preferred = navigator.languages.map((one) => one.slice(0, 2).toLowerCase())
  if (!known.includes(language)) language = preferred.find((one) => known.includes(one)) || 'en'
  document.documentElement.lang = language
  const { [language]: texts, early } = document.currentScript.dataset
  if (texts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: texts }))

  if (!early || !token) return
  const { session, [location.pathname]: rows = [] } = JSON.parse(early)
  const wanted = [...session, ...(location.search ? [] : rows)]
  const headers = { authorization: `Token ${token}` }
  const answers = new Map(wanted.map((address) => [address, fetch(address, { headers })]))
  // Whoever takes an answer hears of its failure; where nobody does, nobody minds.
  for (const answer of answers.values()) answer.catch(() => undefined)
  window.early = { token, answers }
})()
