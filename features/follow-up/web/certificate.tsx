import { formatFullDay } from '../../../core/contract/format-date.ts'
import type { Page } from '../../../core/web/page.ts'
import { Fact, TextFact } from '../../../core/web/ui/fact.tsx'
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
  Body: ({ site, ...props }) => (
    <main
      id="main"
      tabIndex={-1}
      className={`wrap form-page follow-up-page ${props.state === 'valid' ? 'certificate' : ''}`}
    >
      <h1>{words[props.state].title}</h1>
      {props.state === 'valid' ? <Attended {...props} /> : <p className="lead">{words[props.state].lead}</p>}
      {'number' in props && (
        <dl className="certificate-facts">
          {props.state === 'withdrawn' && <TextFact name={formatFullDay(props.day)} text={props.title} />}
          <TextFact name={words.valid.givenBy} text={site.name} />
          <Fact name={words.valid.number}>{props.number}</Fact>
        </dl>
      )}
      {props.state === 'valid' ? (
        <p className="certificate-check">
          {words.valid.check} {site.publicUrl + followUpPaths.certificate('')}
          <wbr />
          {props.number}
        </p>
      ) : (
        <p>
          <a className="btn" href={sitePaths.contact}>
            {words.writeToUs}
          </a>
        </p>
      )}
    </main>
  ),
}

const Attended = ({ name, title, day }: About & { name: string }) => (
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
  </>
)
