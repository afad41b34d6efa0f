// This file is a separate script that blocks the first paint (core/web/document.tsx), so it must stay small.

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'theme'

applyTheme(readTheme())

export function readTheme(): Theme {
  const stored = localStorage.getItem(storageKey)
  return themes.find((theme) => theme === stored) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme)
  applyTheme(theme)
}

/** Every color follows `color-scheme` through `light-dark()` (core/web/styles/tokens.css). */
function applyTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme
}
