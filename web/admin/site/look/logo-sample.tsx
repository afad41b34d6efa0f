import { useState } from 'react'
import type { LookPlate } from '../../../../contracts/look/look.ts'
import { themes } from '../../../../contracts/look/original-colors.ts'

/** The logo on the page in both themes, with its plate */
export function LogoSample({ src, plate }: { src: string; plate: LookPlate }) {
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
