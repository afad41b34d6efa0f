import { sanitizerVersion } from '../../features/posts/server/rendering/sanitize.ts'
import { readSamplePosts } from '../../features/posts/server/samples/sample-posts.ts'
import { fillWith } from './fill-with.ts'

/** Words and tags that appear in the same share of rows in a small and a large database */
export const frequent = {
  words: { often: 'ordinary', seldom: 'uncommon' },
  tags: { often: 'often', seldom: 'seldom' },
}

/** Number of different paragraphs in the posts */
const paragraphs = 400
const wordsPerParagraph = 60

/** Fills the blog and the waitlist. The mixture of rows is the same for any number of rows. */
export const fillDatabase = fillWith(async (client, rows) => {
  const words = await readWords()
  await client.query('select setseed(0.5)')
  // As in a real language, some words are much more frequent than others: `power` favors the first words of the list.
  // `number * 0` makes the subquery depend on the row, because Postgres would otherwise run it only once.
  await client.query(
    `create temporary table paragraphs as
       select number,
              (select string_agg(($1::text[])[1 + floor(power(random(), 3) * cardinality($1::text[]))::int], ' ')
               from generate_series(1, $3::int + number * 0)) as words
       from generate_series(0, $2::int - 1) as number`,
    [words, paragraphs, wordsPerParagraph],
  )
  await client.query(
    `insert into blog_posts (title, slug, excerpt, content, author, author_type, tags, published_at,
                               is_published, first_published_at, deleted_at, sanitizer_version)
       select initcap(left(a.words, 40)), 'post-' || n, left(b.words, 200),
              '<h2>' || initcap(left(c.words, 30)) || '</h2><p>' || a.words || '</p><p>' || b.words || '</p><p>' || c.words ||
                case when n % 2 = 0 then ' ${frequent.words.often}' else '' end ||
                case when n % 50 = 1 then ' ${frequent.words.seldom}' else '' end || '</p>',
              'Ann Example', case when n % 3 = 0 then 'ai' else 'human' end,
              array_remove(array[case when n % 4 = 0 then '${frequent.tags.often}' end,
                                 case when n % 50 = 2 then '${frequent.tags.seldom}' end, 'topic ' || n % 30], null),
              now() - n * interval '40 minutes' + case when n % 50 = 48 then interval '20 years' else interval '0' end,
              n % 10 <> 9, now() - n * interval '40 minutes',
              case when n % 50 = 39 then now() end, $2
       from generate_series(1, $1::int) as n
       join paragraphs a on a.number = n % ${paragraphs}
       join paragraphs b on b.number = n * 7 / 3 % ${paragraphs}
       join paragraphs c on c.number = n * 13 / 5 % ${paragraphs}`,
    [rows, sanitizerVersion],
  )
  await client.query('insert into post_slugs (slug, post_id) select slug, id from blog_posts')
  await client.query(
    `insert into training_waitlist (name, email, phone, company, message, created_at, content_hash, suspected_at)
       select 'Ann Example ' || n, 'ann' || n || '@example.org', '555-0100', 'Company ' || n % 1000, words,
              now() - n * interval '1 minute', md5(n::text), case when n % 50 = 0 then now() end
       from generate_series(1, $1::int) as n join paragraphs on number = n % ${paragraphs}`,
    [rows],
  )
})

/** Returns each word of the sample posts once. */
async function readWords(): Promise<string[]> {
  const samples = await readSamplePosts()
  const words = samples.flatMap(({ markdown }) => markdown.toLowerCase().match(/\b[a-z]{2,}\b/g) ?? [])
  return [...new Set(words)].filter((word) => !Object.values(frequent.words).includes(word))
}
