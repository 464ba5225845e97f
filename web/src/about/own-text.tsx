// Renders a text of the host: paragraphs, headings ("# "), lists ("- "), and URLs as links.

const ADDRESS = /(https?:\/\/[^\s<>()]+[^\s<>().,;:!?])/;

export function OwnText(props: { text: string }) {
  return <>{blocksOf(props.text).map((block, i) => <Block key={i} block={block} />)}</>;
}

/** Split a text into blocks at blank lines; each heading is a block. */
export const blocksOf = (text: string): string[] =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/^(# .*)$/gm, "\n$1\n")
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== "");

function Block(props: { block: string }) {
  const { block } = props;
  if (block.startsWith("# ")) return <h2>{block.slice(2)}</h2>;
  const lines = block.split("\n");
  if (lines.every((line) => line.startsWith("- "))) {
    return (
      <ul>
        {lines.map((line, i) => (
          <li key={i}>
            <Line text={line.slice(2)} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p class="own">
      <Line text={block} />
    </p>
  );
}

function Line(props: { text: string }) {
  return (
    <>
      {props.text.split(ADDRESS).map((part, i) =>
        i % 2 === 1 ? (
          <a key={i} href={part} rel="noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}
