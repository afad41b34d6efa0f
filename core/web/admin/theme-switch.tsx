import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { chooseTheme, readTheme, type Theme, themes } from './theme.ts'

const looks = {
  system: { label: 'System', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
} as const satisfies Record<Theme, object>

export function ThemeSwitch() {
  const [chosen, setChosen] = useState(readTheme)
  return (
    <fieldset className="theme-switch">
      <legend>Theme</legend>
      {themes.map((theme) => {
        const { label, icon: Icon } = looks[theme]
        return (
          <label key={theme} className="theme-choice" title={label}>
            <input
              type="radio"
              name="theme"
              checked={theme === chosen}
              onChange={() => {
                chooseTheme(theme)
                setChosen(theme)
              }}
            />
            <Icon aria-hidden="true" />
            <span className="sr-only">{label}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
