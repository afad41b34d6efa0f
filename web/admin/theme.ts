// Runs before the first paint (web/document.tsx), so it must stay small.

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'theme'
const darkRules = new Map<CSSMediaRule, string>()

applyTheme(readTheme())

export function readTheme(): Theme {
  const kept = localStorage.getItem(storageKey)
  return themes.find((theme) => theme === kept) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme)
  applyTheme(theme)
}

/**
 * The tokens know one dark theme, the one that the system asks for. A choice of one's own changes what those
 * rules ask for, so that no colour has to be written twice.
 */
function applyTheme(theme: Theme): void {
  for (const sheet of document.styleSheets) findDarkRules(sheet.cssRules)
  for (const [rule, media] of darkRules)
    rule.media.mediaText = theme === 'system' ? media : theme === 'dark' ? 'all' : 'not all'
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme
}

function findDarkRules(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule && rule.media.mediaText.includes('prefers-color-scheme: dark'))
      darkRules.set(rule, rule.media.mediaText)
    if ('cssRules' in rule) findDarkRules(rule.cssRules as CSSRuleList)
  }
}
