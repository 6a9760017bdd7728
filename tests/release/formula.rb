# Evaluates a formula the way Homebrew reads it, as far as formulas of this project go, and prints what it says per
# system as JSON. Anything that is not known here is an error.
require "json"

SYSTEMS = { "darwin-arm64" => [:macos, :arm], "darwin-x64" => [:macos, :intel],
            "linux-arm64" => [:linux, :arm], "linux-x64" => [:linux, :intel] }.freeze

class Formula
  class << self
    %i[desc homepage version license url sha256].each do |word|
      define_method(word) { |value| $said[word] = value }
    end

    def on_macos = ($system[0] == :macos and yield)
    def on_linux = ($system[0] == :linux and yield)
    def on_arm = ($system[1] == :arm and yield)
    def on_intel = ($system[1] == :intel and yield)
    def test = $said[:test] = true
  end

  attr_reader :installed

  def bin
    formula = self
    Object.new.tap { |bin| bin.define_singleton_method(:install) { |what| formula.instance_variable_set(:@installed, what) } }
  end
end

all = SYSTEMS.to_h do |name, system|
  $system = system
  $said = {}
  Object.send(:remove_const, :McpCompliance) if Object.const_defined?(:McpCompliance)
  load ARGV[0]
  formula = McpCompliance.new
  Dir.chdir(ARGV[1]) { formula.install }
  [name, $said.merge(installed: formula.installed)]
end
puts JSON.generate(all)
