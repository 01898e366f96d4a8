import { titled } from "@/app/page-parts";
import { NoSuchPage } from "@/components/errors/dead-end";

export const generateMetadata = titled("shell.notFound.pageTitle");

export default function NotFound() {
  return <NoSuchPage reason="notFound" isFramed={false} />;
}
