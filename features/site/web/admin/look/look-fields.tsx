import { useEffect, useRef, useState } from 'react'
import { type Look, type LookPlate, lookFields } from '../../../../../core/contract/look/look.ts'
import { themes } from '../../../../../core/contract/look/original-colors.ts'
import { useSiteName } from '../../../../../core/web/admin/site-name.ts'
import { CheckBox } from '../../../../../core/web/ui/check-box.tsx'
import { ChoiceControl } from '../choice-control.tsx'
import { ColorControl, isHex } from '../color-control.tsx'
import { idOf, type Messages } from '../field-path.ts'
import { PictureControl } from '../picture-control.tsx'
import { ColorSwatches } from './color-swatches.tsx'
import { CornersControl, FontPairControl } from './look-choices.tsx'
import { proposeSettings } from './propose-settings.ts'

type LookFieldsProps = { value: Look; messages: Messages; onChange: (value: Look) => void }

/** The controls of the look. They show what becomes of a choice before anything is saved. */
export function LookFields({ value, messages, onChange }: LookFieldsProps) {
  const propsOf = <Name extends keyof Look>(name: Name) => ({
    field: lookFields[name],
    value: value[name],
    path: [name],
    messages,
    onChange: (next: Look[Name]) => onChange({ ...value, [name]: next }),
  })
  // Other choices can be made while the picture is being examined.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const siteName = useSiteName('')
  // The samples keep the last colors while another one is being typed.
  const [complete, setComplete] = useState(value)
  if (value !== complete && isHex(value.mainColor) && isHex(value.actionColor)) setComplete(value)
  return (
    <>
      <ColorControl {...propsOf('mainColor')}>
        <ColorSwatches of="main" picked={complete} />
      </ColorControl>
      <ColorControl {...propsOf('actionColor')}>
        <ColorSwatches of="action" picked={complete} />
      </ColorControl>
      <FontPairControl {...propsOf('fontPair')} />
      <CornersControl {...propsOf('corners')} />
      <PictureControl
        {...propsOf('logo')}
        alt={siteName}
        onChoose={async (logo) => {
          const proposed = await proposeSettings(logo)
          onChange({ ...latest.current, logo, ...proposed })
        }}
      >
        <LogoSample src={value.logo} plate={value.logoPlate} />
        <ChoiceControl {...propsOf('logoPlate')} />
        <CheckBox
          id={idOf(['showName'])}
          checked={value.showName}
          onChange={({ target }) => onChange({ ...value, showName: target.checked })}
        >
          {lookFields.showName.label}
        </CheckBox>
      </PictureControl>
    </>
  )
}

/** The logo on the page in both themes, with its plate */
function LogoSample({ src, plate }: { src: string; plate: LookPlate }) {
  const [missing, setMissing] = useState('')
  if (missing === src)
    return <p className="field-error">This image is no longer in Media. Choose another one.</p>
  return (
    <div className="logo-samples">
      {themes.map((theme) => (
        <figure key={theme} data-theme={theme} data-plate={plate === 'none' ? undefined : plate}>
          <img src={src} alt={`The logo in the ${theme} theme`} onError={() => setMissing(src)} />
          <figcaption>{theme === 'light' ? 'Light' : 'Dark'}</figcaption>
        </figure>
      ))}
    </div>
  )
}
