import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { addDays } from '../../../../core/contract/calendar-days.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { useSiteToday } from '../../../../core/web/admin/use-site-today.ts'
import type { CallInput } from '../../../../core/web/api.ts'
import { problemOf } from '../../../../core/web/api-failures.ts'
import { SmallButton, SubmitButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { ErrorText, InputField, Options, SelectField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import {
  type NextStep,
  nextStepDelete,
  nextStepDone,
  nextStepLimits,
  nextStepUpdate,
  type StepOwner,
} from '../../contract/next-steps.ts'
import type { EntryKey } from '../../contract/people.ts'
import { describeDue } from './due-words.ts'
import { allLists, personQuery } from './people-queries.ts'

/** Unsaved words of a step, keyed by email address, so that they come back when the user opens the person again */
const drafts = new Map<string, string>()

type PersonStepProps = { entryKey: EntryKey; email: string; step: NextStep | null; owners: StepOwner[] }

/** The next step with a person: what, when, and who */
export function PersonStep(props: PersonStepProps) {
  const { entryKey, email, step } = props
  const [isChanging, setChanging] = useState(false)
  const today = useSiteToday()
  const headline = useRef<HTMLHeadingElement>(null)
  const stale = [personQuery(entryKey).queryKey, allLists.queryKey]
  const options = {
    // A request fails if a colleague was faster. Then their step is shown.
    alwaysInvalidates: stale,
    // The clicked button is gone.
    onReloaded: () => headline.current?.focus(),
  }
  const finishing = useApiMutation(nextStepDone, options)
  const removing = useApiMutation(nextStepDelete, options)
  const saving = useApiMutation(nextStepUpdate, {
    isChecked: true,
    alwaysInvalidates: stale,
    onSuccess: () => drafts.delete(email),
    onReloaded: leaveForm,
    onError(error) {
      // Shows the colleague's step. What was typed here comes back with the form.
      if (problemOf(error)?.code === 'conflict') leaveForm()
    },
  })
  const busy = finishing.busy || removing.busy
  const problem = finishing.problem ?? removing.problem ?? saving.problem

  function leaveForm() {
    setChanging(false)
    headline.current?.focus()
  }

  function openForm() {
    saving.reset()
    setChanging(true)
  }

  return (
    <Section id="next-step" title="Next step" level={3} headline={headline} className="person-step">
      {step && !isChanging ? (
        <>
          <p dir="auto">{step.text}</p>
          <p className="form-note">
            <span className={step.dueOn <= today ? 'due-now' : undefined}>
              {describeDue(step.dueOn, today)}
            </span>
            {step.owner && `, ${step.owner.name}`}
          </p>
          <div className="person-step-actions">
            <SmallButton
              busy={busy}
              onClick={() => !busy && finishing.run({ params: entryKey, body: { step: step.id } })}
            >
              <Check aria-hidden="true" /> Done
            </SmallButton>
            <TextButton onClick={openForm}>Change</TextButton>
            <TextButton
              busy={busy}
              onClick={() => !busy && removing.run({ params: entryKey, query: { step: step.id } })}
            >
              Remove
            </TextButton>
          </div>
          <ErrorText role="alert">{problem}</ErrorText>
        </>
      ) : (
        <StepForm {...props} saving={saving} onLeave={leaveForm} />
      )}
    </Section>
  )
}

const quickDays = [
  ['Today', 0],
  ['Tomorrow', 1],
  ['In a week', 7],
] as const

type StepFormProps = PersonStepProps & {
  saving: {
    run: (input: CallInput<typeof nextStepUpdate>) => void
    busy: boolean
    problem: string | undefined
  }
  onLeave: () => void
}

function StepForm({ entryKey, email, step, owners, saving, onLeave }: StepFormProps) {
  const user = useCurrentUser()
  const today = useSiteToday()
  const [text, setText] = useState(drafts.get(email) ?? step?.text ?? '')
  /** Undefined until the user chooses a day */
  const [typedDay, setDueOn] = useState(step?.dueOn)
  const dueOn = typedDay ?? addDays(today, 1)
  const [ownerId, setOwnerId] = useState(
    owners.some(({ id }) => id === step?.owner?.id) ? (step?.owner?.id ?? user.id) : user.id,
  )

  function type(next: string) {
    drafts.set(email, next)
    setText(next)
  }

  function leave() {
    drafts.delete(email)
    onLeave()
  }

  return (
    <Form
      onSubmit={() =>
        saving.run({ params: entryKey, body: { text, dueOn, ownerId, replaces: step?.id ?? null } })
      }
    >
      <InputField
        label="What to do"
        maxLength={nextStepLimits.text}
        value={text}
        error={saving.problem}
        autoComplete="off"
        onChange={(event) => type(event.currentTarget.value)}
      />
      <div className="person-step-when">
        <InputField
          label="When"
          type="date"
          value={dueOn}
          onChange={(event) => setDueOn(event.currentTarget.value)}
        />
        <fieldset className="person-step-days">
          <legend className="sr-only">Quick choices for the date</legend>
          {quickDays.map(([label, days]) => (
            <button
              key={label}
              type="button"
              className="chip"
              aria-pressed={dueOn === addDays(today, days)}
              onClick={() => setDueOn(addDays(today, days))}
            >
              {label}
            </button>
          ))}
        </fieldset>
        {owners.length > 1 && (
          <SelectField
            label="Who"
            value={ownerId}
            onChange={(event) => setOwnerId(Number(event.currentTarget.value))}
          >
            <Options of={owners.map(({ id, name }) => [id, id === user.id ? `${name} (you)` : name])} />
          </SelectField>
        )}
      </div>
      <div className="person-step-actions">
        <SubmitButton busy={saving.busy} label="Save next step" busyLabel="Saving..." isSmall />
        {step && <TextButton onClick={leave}>Keep it as it is</TextButton>}
      </div>
    </Form>
  )
}
