export { default, generateMetadata } from "@/app/framed-not-found";
