# The formula of a Homebrew tap. `brew install --HEAD` builds the newest state, and `brew install` the release of the tag.
class Linkwright < Formula
  desc "Finds URIs in text as people and programs really write them"
  homepage "https://github.com/linkwright/linkwright"
  url "https://github.com/linkwright/linkwright.git", tag: "v0.1.0"
  license any_of: ["MIT", "Apache-2.0"]
  head "https://github.com/linkwright/linkwright.git", branch: "main"

  depends_on "rust" => :build

  def install
    system "cargo", "install", "--profile", "dist", *std_cargo_args(path: "crates/cli")
    generate_completions_from_executable(bin/"linkwright", "completions")
    (man1/"linkwright.1").write Utils.safe_popen_read(bin/"linkwright", "man")
  end

  test do
    (testpath/"letter.txt").write "see <http://www.example.net/a-\n b>"
    assert_equal "http://www.example.net/a-b\n", shell_output("#{bin}/linkwright extract letter.txt")
  end
end
