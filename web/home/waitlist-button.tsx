import { onSiteTraining } from '../../content/home.ts'
import { Island } from '../island.tsx'
import { WaitlistDialog } from './waitlist-dialog.tsx'

export function WaitlistButton() {
  return (
    <Island
      of={WaitlistDialog}
      name="WaitlistDialog"
      props={{ label: onSiteTraining.waitlist }}
      when="interaction"
    />
  )
}
