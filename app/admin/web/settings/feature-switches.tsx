import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import {
  type FeatureSwitch,
  featureSwitchList,
  featureSwitchUpdate,
} from '../../../../core/contract/feature-switches.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { setFeaturesOff } from '../../../../core/web/admin/features-off.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'

const switchesQuery = apiQuery(featureSwitchList)

/** Switches features, and parts of the site, on and off. Switching a feature off asks first. */
export function FeatureSwitches() {
  const queries = useQueryClient()
  const { data, notLoaded } = useLoaded(switchesQuery, 'settings')
  const [asked, setAsked] = useState<FeatureSwitch>()
  const { run, busy, problem } = useApiMutation(featureSwitchUpdate, {
    onSuccess(switches, { params, body }) {
      setAsked(undefined)
      setFeaturesOff(switches.filter(({ isOn }) => !isOn).map(({ name }) => name))
      // What other screens show depends on it.
      void queries.invalidateQueries()
      queries.setQueryData(switchesQuery.queryKey, switches)
      const label = switches.find(({ name }) => name === params.name)?.label
      showToast({ title: `${label} ${body.isOn ? 'switched on' : 'switched off'}` })
    },
    onError: () => setAsked(undefined),
  })
  const change = ({ name }: FeatureSwitch, isOn: boolean) => run({ params: { name }, body: { isOn } })
  return (
    <div className="feature-switches">
      <p>Switch off what you don’t use. Nothing is deleted, and you can switch it on again at any time.</p>
      {notLoaded}
      {problem && <Notice tone="problem">{problem}</Notice>}
      {data?.map((feature) => (
        <div key={feature.name}>
          <CheckBox
            checked={feature.isOn}
            aria-describedby={`feature-${feature.name}`}
            aria-disabled={busy || undefined}
            onChange={() =>
              feature.isOn && feature.open ? setAsked(feature) : change(feature, !feature.isOn)
            }
          >
            {feature.label}
          </CheckBox>
          <p className="field-hint" id={`feature-${feature.name}`}>
            {feature.about}
          </p>
          {!feature.isOn && <WordsLeft about={feature.name} />}
        </div>
      ))}
      {asked && (
        <AskDialog
          title={`Switch off ${asked.label}?`}
          yes="Switch off"
          busy={busy}
          onYes={() => change(asked, false)}
          onClose={() => setAsked(undefined)}
        >
          {asked.open && asked.open.length > 0 && <p>These will wait: {asked.open.join(', ')}.</p>}
          <p>
            Its pages and menu items disappear, and it sends no email. Links in emails that you’ve already
            sent keep working. After you switch it on again, what waited goes on only when you say so.
          </p>
        </AskDialog>
      )}
    </div>
  )
}

/** Sections that are not switched off, but whose original words speak of it */
const mentions: Record<string, [section: string, title: string][]> = {
  apps: [
    ['services', 'Services'],
    ['appDevelopment', 'App development'],
    ['footer', 'Footer'],
  ],
}

function WordsLeft({ about }: { about: string }) {
  const sections = mentions[about]
  if (!sections) return null
  return (
    <p className="form-note">
      Building apps for others is a service, so these sections still speak of apps. Change their words if you
      don’t offer that either:{' '}
      {sections.map(([section, title], index) => (
        <Fragment key={section}>
          {index > 0 && ', '}
          <InlineLink href={paths.adminSiteSection(section)}>{title}</InlineLink>
        </Fragment>
      ))}
      .
    </p>
  )
}
