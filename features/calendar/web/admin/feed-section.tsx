import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { ShownOnce } from '../../../../core/web/admin/shown-once.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { Button, QuietButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { calendarFeedCreate, calendarFeedDelete, calendarFeedRead } from '../../contract/calendar-feed.ts'

const feedQuery = apiQuery(calendarFeedRead)

/** The secret link by which the user's calendar app shows their trainings */
export function FeedSection() {
  const { data, notLoaded } = useLoaded(feedQuery, {
    failure: 'The state of your link couldn’t be loaded.',
  })
  const [url, setUrl] = useState<string>()
  return (
    <Section id="feed" title="Your calendar feed" takesFocus className="calendar-feed">
      <p>
        See your trainings in Google Calendar, Outlook, or Apple Calendar: subscribe there to a secret link.
        Anyone who has the link can read your trainings.
      </p>
      {!data && notLoaded}
      {url !== undefined && (
        <ShownOnce
          key={url}
          what="link"
          label="Calendar link"
          secret={url}
          onDone={() => {
            setUrl(undefined)
            document.getElementById('feed')?.focus()
          }}
        />
      )}
      {data && url === undefined && <FeedButtons hasLink={data.hasLink} onMade={setUrl} />}
    </Section>
  )
}

function FeedButtons({ hasLink, onMade }: { hasLink: boolean; onMade: (url: string) => void }) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'new' | 'off'>()
  const making = useApiMutation(calendarFeedCreate, {
    onSuccess({ url }) {
      queries.setQueryData(feedQuery.queryKey, { hasLink: true })
      onMade(url)
    },
  })
  const ending = useApiMutation(calendarFeedDelete, {
    onSuccess() {
      queries.setQueryData(feedQuery.queryKey, { hasLink: false })
      showToast({ title: 'Link turned off' })
      // The button is gone.
      document.getElementById('feed')?.focus()
    },
  })
  const problem = making.problem ?? ending.problem
  return (
    <>
      {problem && <Notice tone="problem">{problem}</Notice>}
      {hasLink ? (
        <>
          <p>Your link is on. It was shown once; if you no longer have it, make a new one.</p>
          <p className="form-actions">
            <QuietButton busy={making.busy} onClick={() => setAsked('new')}>
              Make a new link
            </QuietButton>
            <TextButton busy={ending.busy} onClick={() => setAsked('off')}>
              Turn off
            </TextButton>
          </p>
        </>
      ) : (
        <p className="form-actions">
          <Button busy={making.busy} onClick={() => making.run({})}>
            Make a link
          </Button>
        </p>
      )}
      {asked && (
        <AskDialog
          title={asked === 'new' ? 'Make a new link?' : 'Turn off your link?'}
          yes={asked === 'new' ? 'Make a new link' : 'Turn off'}
          onYes={() => (asked === 'new' ? making.run({}) : ending.run({}))}
          onClose={() => setAsked(undefined)}
        >
          <p>Calendar apps that use the link you have now stop showing your trainings.</p>
        </AskDialog>
      )}
    </>
  )
}
