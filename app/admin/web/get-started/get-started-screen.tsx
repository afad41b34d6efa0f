import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { GetStarted, StartStep } from '../../../../core/contract/get-started.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { rights, whoMay } from '../../../../core/contract/roles.ts'
import { getStartedDismiss } from '../../../../core/contract/unread-counts.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { unreadCountsQuery } from '../../../../core/web/admin/unread-counts.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { QuietButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { sectionRead, sectionSave } from '../../../../features/site/contract/site-content/section-api.ts'
import { useMayDoStep } from './use-get-started.ts'

const words: Record<StartStep, { title: string; about: string; href: string }> = {
  organization: {
    title: 'Add your name and contact details',
    about: 'Your name is in the header, in emails, and in search results.',
    href: paths.adminSettingsTab('organisation'),
  },
  booking: {
    title: 'Set your booking link',
    about: 'The booking buttons lead nowhere until you do.',
    href: paths.adminSettingsTab('organisation'),
  },
  words: {
    title: 'Make the words yours',
    about: 'Change what each section says, hide it, or publish it as it is.',
    href: paths.adminSite,
  },
  look: {
    title: 'Choose your colors and logo',
    about: 'Pick two colors. We make sure that text stays readable.',
    href: paths.adminLook,
  },
  mail: {
    title: 'Connect your email',
    about: 'Until then, emails wait in the Outbox, and you send them by hand.',
    href: paths.adminSettingsTab('mail'),
  },
  ai: {
    title: 'Connect an AI service',
    about: 'It drafts posts for you. Without one, a simple built-in helper is used.',
    href: paths.adminSettingsTab('connections'),
  },
  colleague: {
    title: 'Invite a colleague',
    about: 'Two owners are safer than one.',
    href: paths.adminSettingsTab('team'),
  },
  post: { title: 'Publish your first post', about: 'A short one is fine.', href: paths.adminTab('create') },
  samples: {
    title: 'Remove the sample posts',
    about: 'Visitors can see them until you do.',
    href: paths.adminTab('manage'),
  },
}

/** The steps from a new site to the office's own that the user's role may do. Each is one click away, and done steps stay visible. */
export function GetStartedScreen() {
  const { data, notLoaded } = useLoaded(unreadCountsQuery, 'the list')
  return (
    <div className="admin-page admin-page-narrow">
      <h1>Get started</h1>
      {notLoaded}
      {data && <Steps state={data.getStarted} />}
    </div>
  )
}

/** The steps with what is done */
export function Steps({ state: { steps: all, wordsLeft, isDismissed } }: { state: GetStarted }) {
  const mayHide = useMay('manageSite')
  const steps = all.filter(useMayDoStep())
  const queries = useQueryClient()
  const { run, busy } = useApiMutation(getStartedDismiss, {
    failure: 'Nothing was changed.',
    onSuccess: (next) => queries.setQueryData(unreadCountsQuery.queryKey, next),
  })
  const done = steps.filter(({ isDone }) => isDone).length
  if (steps.length === 0) return <p>{whoMay[rights.editSite]}</p>
  return (
    <>
      <p>
        {done === steps.length
          ? 'All done. The site is yours.'
          : `${done} of ${steps.length} steps done. Take them in any order.`}
      </p>
      <ol className="start-steps">
        {steps.map(({ step, isDone }, index) => {
          const { title, about, href } = words[step]
          return (
            <li key={step} data-done={isDone || undefined}>
              <span className="start-mark" aria-hidden="true">
                {isDone ? <Check /> : `${index + 1}.`}
              </span>
              <div>
                <ScreenLink href={href}>{title}</ScreenLink>
                <span className="sr-only">{isDone ? ' (done)' : ' (to do)'}</span>
                {!isDone && <p>{about}</p>}
                {step === 'words' && !isDone && (
                  <ul className="start-words">
                    {wordsLeft.map((words) => (
                      <WordsLeft key={words.section} {...words} />
                    ))}
                  </ul>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {mayHide && (
        <p>
          <QuietButton busy={busy} onClick={() => run({ body: { isDismissed: !isDismissed } })}>
            {isDismissed ? 'Show this list on Today' : 'Hide this list from Today'}
          </QuietButton>
        </p>
      )}
    </>
  )
}

/** A section whose original words an editor changes, or keeps by publishing them */
function WordsLeft({ section, title }: GetStarted['wordsLeft'][number]) {
  const params = { section }
  const { run, busy } = useApiMutation(
    async () => {
      const { version, published } = await call(sectionRead, { params })
      return call(sectionSave, { params, body: { version, value: published, isPublished: true } })
    },
    {
      failure: 'Nothing was changed.',
      invalidates: [unreadCountsQuery.queryKey],
      onSuccess: () =>
        showToast({ title: `${title} keeps its words`, description: 'You can change them any time.' }),
    },
  )
  return (
    <li>
      <ScreenLink href={paths.adminSiteSection(section)}>{title}</ScreenLink>{' '}
      <TextButton busy={busy} onClick={() => run()} aria-label={`Keep these words: ${title}`}>
        Keep these words
      </TextButton>
    </li>
  )
}
