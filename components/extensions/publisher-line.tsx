import { UntrustedName } from "../consent/untrusted-name";

/** Who publishes an extension, and in words whether we know them. */
export function PublisherLine({ name, verified }: { name: string; verified: boolean }) {
  return (
    <p className="text-sm">
      By <UntrustedName name={name} />
      {verified ? (
        <span className="text-success">, verified publisher</span>
      ) : (
        <span className="text-warning">, publisher not verified</span>
      )}
    </p>
  );
}
