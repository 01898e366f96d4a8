import { notFound } from "next/navigation";

export { generateMetadata } from "@/app/framed-not-found";

/** A path without a page. */
export default function UnknownPage(): never {
  notFound();
}
