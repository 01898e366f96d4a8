export { PersonFrame as default } from "@/app/person-frame";
