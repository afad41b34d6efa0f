import { formatFullDay } from '../../../core/contract/format-date.ts'
import type { Page } from '../../../core/web/page.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { followUpPaths } from '../contract/follow-up-paths.ts'
import { certificatePage as words } from '../words/follow-up.ts'

type About = { number: string; title: string; day: string }

export type CertificateProps =
  | (About & { state: 'valid'; name: string })
  | (About & { state: 'withdrawn' })
  | { state: 'unknown' | 'tooMany' }

/** Says whether a certificate is valid, and is the certificate itself: it prints on one page. */
export const certificate: Page<CertificateProps> = {
  head: ({ state }) => ({ title: words[state].title, description: words.valid.title }),
  Body: (props) => (
    <main
      id="main"
      tabIndex={-1}
      className={`wrap form-page follow-up-page ${props.state === 'valid' ? 'certificate' : ''}`}
    >
      <h1>{words[props.state].title}</h1>
      {props.state === 'valid' ? (
        <Valid {...props} />
      ) : (
        <>
          <p className="lead">{words[props.state].lead}</p>
          {props.state === 'withdrawn' && <Facts {...props} provider={props.site.name} />}
          <p>
            <a className="btn" href={sitePaths.contact}>
              {words.writeToUs}
            </a>
          </p>
        </>
      )}
    </main>
  ),
}

type ValidProps = About & { name: string; site: { name: string; publicUrl: string } }

function Valid({ name, title, day, number, site }: ValidProps) {
  return (
    <>
      <p className="certificate-status">{words.valid.status}</p>
      <p className="certificate-name" dir="auto">
        {name}
      </p>
      <p>{words.valid.attended}</p>
      <p className="certificate-title" dir="auto">
        {title}
      </p>
      <p>
        {words.valid.on} {formatFullDay(day)}
      </p>
      <dl className="certificate-facts">
        <div>
          <dt>{words.valid.givenBy}</dt>
          <dd dir="auto">{site.name}</dd>
        </div>
        <div>
          <dt>{words.valid.number}</dt>
          <dd>{number}</dd>
        </div>
      </dl>
      <p className="certificate-check">
        {words.valid.check} {site.publicUrl + followUpPaths.certificate('')}
        <wbr />
        {number}
      </p>
    </>
  )
}

function Facts({ title, day, number, provider }: About & { provider: string }) {
  return (
    <dl className="certificate-facts">
      <div>
        <dt>{formatFullDay(day)}</dt>
        <dd dir="auto">{title}</dd>
      </div>
      <div>
        <dt>{words.valid.givenBy}</dt>
        <dd dir="auto">{provider}</dd>
      </div>
      <div>
        <dt>{words.valid.number}</dt>
        <dd>{number}</dd>
      </div>
    </dl>
  )
}
