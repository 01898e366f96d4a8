import { inspectName } from "./inspect-name";

/**
 * A name chosen by a third party. Its text direction cannot affect our sentence, and invisible characters are
 * spelled out.
 */
export function UntrustedName({ name }: { name: string }) {
  return (
    <bdi>
      {inspectName(name).parts.map((part) =>
        part.hidden ? (
          <code
            key={part.at}
            className="mx-0.5 rounded-sm bg-danger-soft px-1 font-mono text-danger text-xs"
          >
            {part.text}
          </code>
        ) : (
          part.text
        ),
      )}
    </bdi>
  );
}
