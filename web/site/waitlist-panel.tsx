import { paths } from '../../contracts/paths.ts'
import { EntryPanel } from './entry-panel.tsx'
import { WaitlistForm, type WaitlistFormProps } from './waitlist-form.tsx'

export type WaitlistPanelProps = WaitlistFormProps & { done: boolean }

export function WaitlistPanel({ done, ...form }: WaitlistPanelProps) {
  return (
    <EntryPanel
      done={done}
      heading="h1"
      words={form.words}
      doneWords={form.words.done}
      page={paths.waitlist}
      leadsHome
    >
      {(onDone) => <WaitlistForm {...form} onDone={onDone} />}
    </EntryPanel>
  )
}
