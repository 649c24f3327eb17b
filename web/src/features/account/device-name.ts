/** The first that fits: browsers also name those whose pages they want to be shown. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const OTHER_LENGTH_MAX = 60

/** "Firefox · Windows"; of a program that is no browser what it calls itself, empty where it says nothing. */
export const deviceName = (user_agent: string): string => {
  const [browser, system] = [BROWSERS, SYSTEMS].map((all) => all.find(([sign]) => sign.test(user_agent))?.[1])
  return browser && system ? `${browser} · ${system}` : user_agent.slice(0, OTHER_LENGTH_MAX)
}
