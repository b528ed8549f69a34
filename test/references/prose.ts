/** A piece of prose: a comment, or a paragraph of Markdown, as one line. */
interface Prose {
  /** Where it begins, from 1. */
  line: number;
  text: string;
}

/** The prose of a file. */
export function proseOf(file: string, source: string): Prose[] {
  if (/\.tsx?$/.test(file)) return commentsOf(source);
  if (file.endsWith('.md')) return paragraphsOf(source);
  return [{ line: 1, text: source }];
}

/** The comments of a TypeScript file; line comments that follow each other are one. */
function commentsOf(source: string): Prose[] {
  const found: Prose[] = [];
  const lines = source.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const begin = i;
    const line = lines[i] ?? '';
    if (/^\s*\/\*/.test(line)) {
      while (i < lines.length - 1 && !lines[i]?.includes('*/')) i++;
      found.push(comment(begin, lines.slice(begin, i + 1)));
    } else if (/^\s*\/\//.test(line)) {
      while (/^\s*\/\//.test(lines[i + 1] ?? '')) i++;
      found.push(comment(begin, lines.slice(begin, i + 1)));
    } else {
      const after = /(?<![:'"`])(?:\/\/|\/\*\*?) (.*)$/.exec(line)?.[1];
      if (after) found.push({ line: begin + 1, text: after });
    }
  }
  return found;
}

function comment(begin: number, lines: string[]): Prose {
  const text = lines
    .map((line) =>
      line
        .replace(/^\s*(\/\*\*?|\*\/|\*|\/\/)\s?/, '')
        .replace(/\*\/.*$/, '')
        .trim(),
    )
    .join(' ');
  return { line: begin + 1, text };
}

/** The paragraphs and lines of tables of a Markdown page, without blocks of code. */
function paragraphsOf(source: string): Prose[] {
  const found: Prose[] = [];
  let block = false;
  let open: Prose | null = null;
  source.split('\n').forEach((line, i) => {
    if (line.startsWith('```')) block = !block;
    const apart = block || line.startsWith('```') || line.trim() === '' || line.startsWith('|');
    if (apart) open = null;
    if (block || line.startsWith('```') || line.trim() === '') return;
    if (open) open.text += ` ${line.trim()}`;
    else found.push((open = { line: i + 1, text: line.trim() }));
    if (apart) open = null;
  });
  return found;
}
