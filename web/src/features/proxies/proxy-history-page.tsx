export default function Page() {
  return <h1>proxy-history</h1>;
}
