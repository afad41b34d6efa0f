import type { Site } from '../../../../core/contract/site.ts'
import type { Feature } from '../../../manifest/feature.ts'

/** README.md of an export, for people */
export function writeReadingGuide({ name, publicUrl }: Site, features: Feature[]): string {
  const others = features.flatMap(({ exportTables = [] }) => exportTables.filter(({ about }) => about))
  const personal = ['people.csv', 'notes.csv', ...others.map(({ path }) => path), 'guests.csv']
  return `# Export of ${name.replaceAll(/\s+/g, ' ')}

This is a copy of everything on ${publicUrl}. You need no special software to read it.

**${new Intl.ListFormat('en-US').format(personal)} hold personal data.** Keep this file as safe as the
site itself, and delete it when you no longer need it.

## What is in which folder

| name | contents |
|---|---|
| \`posts/\` | the blog posts and their drafts, a Markdown file each, with the facts about each post at its top |
| \`pages/\` | your own pages, such as About, in the same form |
| \`transcripts/\` | the recordings and documents that posts were written from, as text |
| \`media/\` | the images in all sizes, a folder each; \`media.json\` has their descriptions and original names |
| \`files/\` | the PDF files; \`files.json\` has their names |
| \`site/\` | the words, lists, and look of the site, the organization, and the topics for authors |
| \`redirects.csv\` | old addresses and where they lead |
| \`people.csv\` | the entries of the waitlist and the contact form with the answers to “Help us plan”, without deleted ones and spam |
| \`notes.csv\` | notes about people |
${others.map(({ path, about }) => `| \`${path}\` | ${about} |\n`).join('')}| \`guests.csv\` | the email addresses of guest authors |
| \`deletion-ledger.csv\` | hashes of people whose data was deleted, and the key of the hashes |
| \`static/\` | a copy of the public site |
| \`site.json\` | counts, and the SHA-256 of every other file |

A spreadsheet program shows the CSV files. An apostrophe at the start of a cell keeps it from being read as a formula.
In a text, \`status: published\` with a date in the future means that the post is scheduled. A line \`format: html\` means that
the text is HTML, because Markdown could not keep it exactly.

## What is secret in it

There are no passwords in this file, and nothing in it opens an account or another service. It has one key, in the column
\`Key\` of \`deletion-ledger.csv\`: with it, anyone can check whether an email address is among the deleted people. You can't
change it, so keep it to yourself. Drafts and transcripts were never public, either.

To give the texts to someone else, give them only \`static/\`, where everything was public. Or delete the CSV files,
\`transcripts/\`, \`site/\`, and the drafts (\`status: draft\`) first.

## How to open the copy of the site

Unzip this file and open \`static/index.html\`. To put the copy on the web, upload the contents of \`static/\` into any folder
of any web host. It needs no database and no script. Its forms only link to ${publicUrl}.

\`static/404.html\` is the page for missing addresses. Many web hosts send it by themselves; for others, the documentation of
the software (\`features/transfer/office-export.md\`) has the setting. Its links begin at the top of the web host. In a
subfolder, replace \`href="/\` in it by \`href="/folder/\`.

## How to move into another installation

Use a backup to move the whole site: run \`npm run backup\` here and \`npm run restore\` there. For the posts and pages alone,
open Settings > Import there and choose this file, or run \`npm run import -- FILE\` on the server. They keep their addresses,
dates, texts, and images. An import never changes what someone has edited there, and it sends no emails.

## What is not here

Users and passwords, sessions, API tokens, connections to other services and their keys; the trash and earlier versions;
emails, visits and clicks; invitations of guest authors and comments on their texts. A backup has these: run
\`npm run backup\`.
`
}
