export { generateMetadata, UnknownPage as default } from "@/app/framed-not-found";
