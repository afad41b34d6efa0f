import { useState } from 'react'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { EntryPanel } from './entry-panel.tsx'
import { PlanOffer } from './plan-offer.tsx'
import { WaitlistForm, type WaitlistFormProps } from './waitlist-form.tsx'

export type WaitlistPanelProps = WaitlistFormProps & {
  done: boolean
  /** Path of the questions that the success screen offers */
  planUrl?: string | undefined
  /** The label of the link to the home page */
  home: string
}

export function WaitlistPanel({ done, planUrl: given, home, ...form }: WaitlistPanelProps) {
  const [planUrl, setPlanUrl] = useState(given)
  return (
    <EntryPanel
      done={done}
      heading="h1"
      words={form.words}
      doneWords={form.words.done}
      page={sitePaths.waitlist}
      home={home}
      offer={planUrl && <PlanOffer planUrl={planUrl} words={form.words.plan} />}
    >
      {(onDone) => (
        <WaitlistForm
          {...form}
          onDone={(response) => {
            setPlanUrl(response.planUrl)
            onDone()
          }}
        />
      )}
    </EntryPanel>
  )
}
