import { inspectName } from "./inspect-name";

/**
 * A name that a stranger chose. Its direction cannot leak into our sentence, and characters that
 * would act unseen are spelled out.
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
