import type { ProjectCopy } from '../helpers/project-copy.ts'

/** A version that is broken on purpose, and the line with which a rehearsal must report it */
export type BrokenVersion = {
  name: string
  breakIt: (project: ProjectCopy) => void
  reported: RegExp
  /** Only a browser sees it */
  needsBrowser?: true
}

const server = 'dist/app/main.js'
const handling = 'if (!serveCachedPage(request, response)) handleByFastify(request, response);'

/** Runs code for each request, before the rest of the server sees it. */
const onRequest = (code: string) => (project: ProjectCopy) =>
  project.replace(server, handling, `${code}\n${handling}`)
const onPath = (path: string, code: string) => onRequest(`if (request.url === '${path}') { ${code} }`)
const respond = (status: number, body = '') =>
  `response.writeHead(${status}, { 'content-type': 'text/html; charset=utf-8' }).end('${body}'); return;`
const atStart = (code: string) => (project: ProjectCopy) => project.append(server, `\n;${code}\n`)
const migrate = (sql: string) => (project: ProjectCopy) => project.addMigration(sql)
const inPages = (code: string) => (project: ProjectCopy) =>
  project.append('dist/client/assets/islands-*.js', `\n;${code}\n`)
const inAdmin = (code: string) => (project: ProjectCopy) =>
  project.append('dist/admin/assets/post-editor-*.js', `\n;${code}\n`)
const wait = (ms: number) => `const end = Date.now() + ${ms}; while (Date.now() < end);`

export const brokenVersions: BrokenVersion[] = [
  {
    name: 'a failing migration',
    breakIt: migrate('alter table nothing add column x text;'),
    reported: /broken: the new version does not start: .*nothing/,
  },
  {
    name: 'a migration that violates a constraint',
    breakIt: migrate('alter table users add constraint none check (id < 0);'),
    reported: /broken: the new version does not start: .*none/,
  },
  {
    name: 'an exception at start',
    breakIt: atStart("throw new Error('broken start')"),
    reported: /broken: the new version does not start: .*broken start/,
  },
  {
    name: 'an exit at start',
    breakIt: atStart('process.exit(3)'),
    reported: /broken: the new version does not start: It ended at once \(3\)/,
  },
  {
    name: 'a copy that would send emails',
    breakIt: (project) => project.replace(server, /isRehearsal = [^;,]+/, 'isRehearsal = false'),
    reported: /broken: the new version does not start: It does not run as a rehearsal/,
  },
  {
    name: 'a missing renderer',
    breakIt: (project) => project.remove('dist/server/render.js'),
    reported: /broken: the new version does not start: .*not built/,
  },
  {
    name: 'a lost table',
    breakIt: migrate('drop table person_notes;'),
    reported: /broken: table person_notes is gone/,
  },
  {
    name: 'a lost column',
    breakIt: migrate('alter table blog_posts drop column source_name;'),
    reported: /broken: table blog_posts has lost the column source_name/,
  },
  {
    name: 'lost rows',
    breakIt: migrate('delete from training_waitlist where id = 1;'),
    reported: /broken: table training_waitlist has 1 row instead of 2 rows/,
  },
  {
    name: 'lost values',
    breakIt: migrate("update training_waitlist set name = '' where id = 1;"),
    reported: /broken: table training_waitlist has 1 instead of 2 values in the column name/,
  },
  {
    name: 'unpublished posts',
    breakIt: migrate('update blog_posts set is_published = false;'),
    reported: /broken: \/blog\/[\w-]+ responds 4\d\d instead of 200/,
  },
  {
    name: 'a page that responds 500',
    breakIt: onPath('/apps', respond(500)),
    reported: /broken: \/apps responds 500 instead of 200/,
  },
  {
    name: 'a page that is gone',
    breakIt: onPath('/contact', respond(404)),
    reported: /broken: \/contact responds 404 instead of 200/,
  },
  {
    name: 'a page without text',
    breakIt: onPath('/login', respond(200)),
    reported: /broken: \/login shows no text any more/,
  },
  {
    name: 'a missing page that responds 200',
    breakIt: onPath('/no-such-page', respond(200, 'Hello')),
    reported: /broken: \/no-such-page responds 200 instead of 404/,
  },
  {
    name: 'a page that leads elsewhere',
    breakIt: onPath('/admin', "response.writeHead(303, { location: '/' }).end(); return;"),
    reported: /broken: \/admin \(signed out\) leads to \/ instead of \/login/,
  },
  {
    name: 'an admin page without a sign-in',
    breakIt: onPath(
      '/api/people',
      "response.writeHead(200, { 'content-type': 'application/json' }).end('[]'); return;",
    ),
    reported: /broken: \/api\/people \(signed out\) responds 200 instead of 401/,
  },
  {
    name: 'a report of the admin that fails',
    breakIt: onPath('/api/insights', respond(500)),
    reported: /broken: \/api\/insights \(signed in\) responds 500/,
  },
  {
    name: 'a page without an end',
    breakIt: onPath('/privacy-policy', 'return;'),
    reported: /broken: \/privacy-policy responds nothing instead of 200/,
  },
  {
    name: 'a page without a security policy',
    breakIt: onPath(
      '/',
      "const write = response.writeHead; response.writeHead = function (status, headers) { const kept = Array.isArray(headers) ? headers.flatMap((value, index) => index % 2 === 0 && !/^content-security/.test(value) ? [value, headers[index + 1]] : []) : Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => !/^content-security/.test(name))); response.removeHeader('content-security-policy'); return write.call(this, status, kept); };",
    ),
    reported: /broken: \/ has no security policy any more/,
  },
  {
    name: 'a weaker security policy',
    breakIt: (project) => project.replace(server, "`'self' 'sha256-", "`'self' 'unsafe-inline' 'sha256-"),
    reported: /broken: \/ security policy: script-src 'self' 'unsafe-inline'/,
  },
  {
    name: 'a missing header',
    breakIt: (project) => project.replace(server, /"x-content-type-options": "nosniff",/, ''),
    reported: /broken: \/ has no x-content-type-options header any more/,
  },
  {
    name: 'a feed of the wrong type',
    breakIt: onPath(
      '/rss.xml',
      "const set = response.setHeader; response.setHeader = function (name, value) { return set.call(this, name, name === 'content-type' ? 'text/plain' : value); }; const write = response.writeHead; response.writeHead = function (status, ...rest) { const headers = rest.at(-1); if (headers && !Array.isArray(headers)) headers['content-type'] = 'text/plain'; return write.call(this, status, ...rest); };",
    ),
    reported: /broken: \/rss\.xml is text\/plain/,
  },
  {
    name: 'a page that takes ten times longer',
    breakIt: onPath('/contact', wait(100)),
    reported: /broken: \/contact takes \d+ ms instead of/,
  },
  {
    name: 'an admin report that takes ten times longer',
    breakIt: onPath('/api/people', wait(200)),
    reported: /broken: \/api\/people \(signed in\) takes \d+ ms instead of/,
  },
  {
    name: 'doubled memory',
    breakIt: atStart('globalThis.kept = Buffer.alloc(300_000_000, 1)'),
    reported: /broken: memory of the server takes \d+ MB instead of \d+ MB/,
  },
  {
    name: 'memory that grows with each request',
    breakIt: onRequest('(globalThis.kept ??= []).push(Buffer.alloc(200_000, 1));'),
    reported: /broken: memory of the server takes \d+ MB instead of \d+ MB/,
  },
  {
    name: 'a missing style sheet',
    breakIt: (project) => project.remove('dist/client/assets/site-*.css'),
    reported: /broken: \S+ names \/assets\/site-\S+\.css, which responds 404/,
  },
  {
    name: 'a missing font',
    breakIt(project) {
      // Both parts of the site are served from the same folder of URLs.
      for (const part of ['client', 'admin']) project.remove(`dist/${part}/assets/fraunces-rest-*.woff2`)
    },
    reported: /broken: \S+ names \/assets\/fraunces-rest-\S+\.woff2, which responds 404/,
  },
  {
    name: 'a missing part of the scripts',
    breakIt: (project) => project.remove('dist/client/assets/carousel-*.js'),
    reported: /broken: \S+ names \/assets\/carousel-\S+\.js, which responds 404/,
  },
  {
    name: 'missing pictures',
    breakIt: onRequest("if (request.url.startsWith('/media/')) { response.writeHead(404).end(); return; }"),
    reported: /broken: \S+ names \/media\/\S+, which responds 404/,
  },
  {
    name: 'an error in the log',
    breakIt: (project) =>
      project.replace(
        server,
        'readiness.ready = true;',
        "readiness.ready = true; log.error('broken promise');",
      ),
    reported: /broken: log of the server has the error “broken promise”/,
  },
  {
    name: 'an end after some requests',
    breakIt: onRequest("if (request.url === '/robots.txt') process.exit(1);"),
    reported: /broken: the new version ended while it was compared/,
  },
  {
    name: 'an error in the console',
    breakIt: inPages("console.error('broken words')"),
    reported: /broken: \S+ console error: broken words/,
    needsBrowser: true,
  },
  {
    name: 'a violation of the policy',
    breakIt: inPages("document.body.setAttribute('style', 'color: red')"),
    reported: /broken: \S+ policy violation: .*style/,
    needsBrowser: true,
  },
  {
    name: 'a request to another site',
    breakIt: inPages("new Image().src = 'https://tracker.example/dot.gif'"),
    reported: /broken: \S+ policy violation: .*tracker\.example/,
    needsBrowser: true,
  },
  {
    name: 'a failed request of a page',
    breakIt: inPages("fetch('/no-such-file')"),
    reported: /broken: \S+ failed request: \/no-such-file 404/,
    needsBrowser: true,
  },
  {
    name: 'an exception in an admin screen',
    breakIt: inAdmin("setTimeout(() => { throw new Error('broken screen') })"),
    reported: /broken: \/admin\S* \(signed in\) exception: broken screen/,
    needsBrowser: true,
  },
  {
    name: 'an admin screen without its script',
    breakIt: (project) => project.remove('dist/admin/assets/plots-*.js'),
    reported: /broken: \/admin\S* \(signed in\) .*plots\S*\.js/,
    needsBrowser: true,
  },
]
